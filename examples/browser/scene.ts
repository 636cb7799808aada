import { element } from './show.js';

export interface Levels {
  /** How full head and tail are, from 0 to 1. */
  head: number;
  tail: number;
  /** Bytes that the carry holds, up to three. */
  held: number;
  /** Bytes a second that come in. */
  inflow: number;
  /** True when they go on beyond the head. */
  overflows: boolean;
}

const SVG = 'http://www.w3.org/2000/svg';
const SPOKES = 12;
const DROPS = 3;
const WAVE_STEP = 14;
/** The part of a difference that is left after a second: water rises, it does not jump. */
const LEFT_AFTER_SECOND = 0.002;

/** The drawing: a channel at its upper level, a wheel, a channel at its lower level. All of it follows the counts. */
export class Scene {
  readonly #svg = element<SVGSVGElement>('#scene');
  readonly #drops: Element[] = [];
  readonly #paths = new Map<string, Element>();
  #width = 0;
  #height = 0;
  #head = 0;
  #tail = 0;
  #angle = 0;
  #drift = 0;
  #time = 0;

  constructor() {
    for (let i = 0; i < DROPS; i++) this.#drops.push(this.#child('#drops', 'circle', { cx: 7 + i * 13, r: 4.6 }));
    new ResizeObserver(() => this.#measure()).observe(this.#svg);
    this.#measure();
  }

  draw(levels: Levels, elapsedMs: number, isStill: boolean): void {
    const seconds = Math.min(elapsedMs, 100) / 1000;
    const part = isStill ? 1 : 1 - LEFT_AFTER_SECOND ** seconds;
    this.#head += (levels.head - this.#head) * part;
    this.#tail += (levels.tail - this.#tail) * part;
    if (!isStill) {
      const speed = Math.log2(1 + levels.inflow);
      this.#time += levels.inflow > 0 ? seconds : 0;
      this.#drift -= speed * seconds * 9;
      if (levels.overflows) this.#angle += speed * seconds * 6;
    }
    this.#node('window').classList.toggle('lit', levels.inflow > 0);
    this.#water(levels, isStill);
    this.#drops.forEach((drop, index) => {
      drop.classList.toggle('full', index >= DROPS - levels.held);
    });
  }

  /** Where everything is, for the width that the page gives. */
  get #places() {
    const [w, h] = [this.#width, this.#height];
    const pit = Math.min(220, Math.max(110, w * 0.2));
    const [left, right] = [(w - pit) / 2, (w + pit) / 2];
    const [headTop, headBed, tailTop, tailBed] = [h * 0.2, h * 0.52, h * 0.68, h * 0.92];
    const radius = Math.min((tailBed - headTop - 18) / 2, pit * 0.4);
    return { w, h, left, right, headTop, headBed, tailTop, tailBed, radius, x: w / 2, y: headTop + 11 + radius };
  }

  #measure(): void {
    const { width, height } = this.#svg.getBoundingClientRect();
    if (width === 0 || (width === this.#width && height === this.#height)) return;
    [this.#width, this.#height] = [width, height];
    this.#svg.setAttribute('viewBox', `0 0 ${width} ${height}`);
    const { w, h, left, right, headTop, headBed, tailBed, radius, x } = this.#places;
    this.#path('stone', `M0 ${headBed}H${left}V${tailBed}H${w}V${h}H0Z`);
    // The mill stands behind its wheel: wall, roof, and a window that is lit while it works.
    const [wall, eaves, side] = [right + radius * 0.5, headTop + 6, x - radius * 0.2];
    this.#path('house', `M${side} ${tailBed}V${eaves}H${wall}V${tailBed}Z`);
    this.#path('roof', `M${side - 9} ${eaves + 3}L${(side + wall) / 2} 4L${wall + 9} ${eaves + 3}Z`);
    const pane = radius * 0.22;
    this.#path('window', `M${wall - radius * 0.55} ${eaves + radius * 0.3}h${pane}v${pane * 1.4}h${-pane}Z`);
    // The sluice gate, and the plank that brings the water over the wheel.
    this.#path('planks', `M44 ${headTop - 22}V${headBed - 10}M${left - 6} ${headTop + 9}H${x + 4}`);
    for (const drop of this.#drops) drop.setAttribute('cy', `${headTop - 14}`);
    element('#wheel').replaceChildren();
    this.#child('#wheel', 'circle', { r: radius * 0.8 });
    this.#child('#wheel', 'circle', { r: radius * 0.14 });
    for (let i = 0; i < SPOKES; i++) {
      const [dx, dy] = [Math.cos((i / SPOKES) * 2 * Math.PI), Math.sin((i / SPOKES) * 2 * Math.PI)];
      const ends = { x1: dx * radius * 0.14, y1: dy * radius * 0.14, x2: dx * radius, y2: dy * radius };
      this.#child('#wheel', 'line', ends);
    }
    this.#water({ head: this.#head, tail: this.#tail, held: 0, inflow: 0, overflows: false }, true);
  }

  #water({ inflow, overflows }: Levels, isStill: boolean): void {
    const { w, left, right, headTop, headBed, tailTop, tailBed, radius, x, y } = this.#places;
    const height = isStill || inflow === 0 ? 0 : 1.6;
    const head = headBed - (headBed - headTop) * this.#head;
    const tail = tailBed - (tailBed - tailTop) * this.#tail;
    const headSurface = this.#surface(0, left, head, height * Math.min(1, this.#head * 4));
    const tailSurface = this.#surface(left, w, tail, height * Math.min(1, this.#tail * 4));
    this.#path('head-water', `${headSurface}V${headBed}H0Z`);
    this.#path('tail-water', `${tailSurface}V${tailBed}H${left}Z`);
    this.#path('head-current', this.#head > 0.3 && inflow > 0 ? `M48 ${(head + headBed) / 2}H${left}` : '');
    this.#path(
      'tail-current',
      this.#tail > 0.3 && overflows && inflow > 0 ? `M${right} ${(tail + tailBed) / 2}H${w}` : '',
    );
    const falls = overflows && inflow > 0;
    const edge = x + radius;
    // A sheet of water: its upper side from the channel over the wheel, its lower side back.
    const over = `M${left} ${headTop + 1}H${x}C${edge - 2} ${headTop + 1} ${edge + 12} ${y - radius * 0.5} ${edge + 14} ${tail}`;
    const under = `H${edge + 2}C${edge + 2} ${y - radius * 0.3} ${edge - 12} ${headTop + 9} ${x} ${headTop + 9}H${left}Z`;
    this.#path('fall', falls ? over + under : '');
    this.#path(
      'fall-current',
      falls
        ? `M${left} ${headTop + 5}H${x}C${edge - 6} ${headTop + 5} ${edge + 7} ${y - radius * 0.4} ${edge + 8} ${tail}`
        : '',
    );
    this.#path('foam', falls ? this.#foam(edge + 8, tail) : '');
    for (const id of ['head-current', 'tail-current', 'fall-current']) {
      this.#node(id).setAttribute('stroke-dashoffset', `${this.#drift.toFixed(1)}`);
    }
    this.#node('wheel').setAttribute('transform', `translate(${x} ${y}) rotate(${(this.#angle % 360).toFixed(2)})`);
  }

  #surface(from: number, to: number, level: number, height: number): string {
    let path = `M${from} ${level.toFixed(1)}`;
    for (let at = from; at < to; at = Math.min(to, at + WAVE_STEP)) {
      const wave = Math.sin(at / 31 - this.#time * 3) + 0.5 * Math.sin(at / 13 - this.#time * 4.1);
      path += `L${at.toFixed(1)} ${(level + wave * height).toFixed(1)}`;
    }
    return `${path}L${to.toFixed(1)} ${level.toFixed(1)}`;
  }

  /** Bubbles where the water comes down. */
  #foam(x: number, level: number): string {
    let path = '';
    for (let i = -2; i <= 3; i++) {
      const size = 2.6 + 1.4 * Math.sin(this.#time * 6 + i * 1.9);
      const side = `a${size.toFixed(1)} ${size.toFixed(1)} 0 0 1`;
      path += `M${(x + i * 8 - size).toFixed(1)} ${level + 2 + (i % 2) * 2}${side} ${2 * size} 0${side} ${-2 * size} 0Z`;
    }
    return path;
  }

  #node(id: string): Element {
    const found = this.#paths.get(id) ?? element<Element>(`#${id}`);
    this.#paths.set(id, found);
    return found;
  }

  #path(id: string, path: string): void {
    this.#node(id).setAttribute('d', path);
  }

  #child(parent: string, name: string, attributes: Record<string, number>): Element {
    const node = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, `${value}`);
    element(parent).append(node);
    return node;
  }
}
