import { checkBoolean, checkChoice, checkOptions, show } from '../options.js';

/** One part of a tool's output, in the form of the OpenAI Responses API. */
export type ContentItem = TextItem | ImageItem | AudioItem | EncryptedItem;

/** A text. */
export interface TextItem {
  type: 'input_text';
  text: string;
}

/** An image. */
export interface ImageItem {
  type: 'input_image';
  /** A URL, or the image itself as a `data:` URL. */
  image_url: string;
  detail?: ImageDetail;
}

/** How closely a model looks at an image; `'original'` is for models that take one in its own size. */
export type ImageDetail = 'auto' | 'low' | 'high' | 'original';

/** A sound. */
export interface AudioItem {
  type: 'input_audio';
  /** A URL, or the sound itself as a `data:` URL. */
  audio_url: string;
}

/** Content that only the model's provider can read. */
export interface EncryptedItem {
  type: 'encrypted_content';
  encrypted_content: string;
}

/** What a model takes beside text. */
export interface Modalities {
  /** True unless given. */
  image?: boolean;
  /** The details that an image may ask for; all but `'original'` unless given. */
  imageDetails?: readonly ImageDetail[];
  /** True unless given. */
  audio?: boolean;
  /** True unless given. */
  encrypted?: boolean;
}

/** An item as it may be passed on; undefined if it may not be. */
export type Passing = (item: ContentItem) => ContentItem | undefined;

const DETAILS: readonly ImageDetail[] = ['auto', 'low', 'high', 'original'];

/** Passes what the modalities allow; an image asks for the nearest detail that is allowed, or for none. */
export function passingFor(owner: string, modalities: Modalities | undefined): Passing {
  const {
    image = true,
    imageDetails = ['auto', 'low', 'high'],
    audio = true,
    encrypted = true,
  } = checkOptions(owner, modalities);
  for (const [name, allowed] of Object.entries({ image, audio, encrypted })) checkBoolean(owner, name, allowed);
  if (!Array.isArray(imageDetails)) {
    throw new TypeError(`${owner}: imageDetails must be an array, got ${show(imageDetails)}`);
  }
  for (const detail of imageDetails) checkChoice(owner, 'imageDetails', detail, DETAILS);
  return (item) => {
    if (item.type === 'input_image') return image ? withDetail(item, imageDetails) : undefined;
    if (item.type === 'input_audio') return audio ? item : undefined;
    if (item.type === 'encrypted_content') return encrypted ? item : undefined;
    return item;
  };
}

function withDetail(item: ImageItem, allowed: readonly ImageDetail[]): ImageItem {
  const { detail: wanted, ...image } = item;
  if (wanted === undefined) return item;
  const nearest: readonly ImageDetail[] = wanted === 'original' ? [wanted, 'high', 'auto'] : [wanted, 'auto'];
  const detail = nearest.find((one) => allowed.includes(one));
  return detail === undefined ? image : { ...image, detail };
}

/** The string that each kind of item must have. */
const FIELDS: Readonly<Record<string, string>> = {
  input_text: 'text',
  input_image: 'image_url',
  input_audio: 'audio_url',
  encrypted_content: 'encrypted_content',
};

/** @throws {TypeError} If it is no array of items. Items of other types than the four are the caller's own matter. */
export function checkItems<C extends ContentItem>(owner: string, items: readonly C[]): readonly C[] {
  if (!Array.isArray(items)) throw new TypeError(`${owner}: items must be an array, got ${show(items)}`);
  for (const item of items) {
    if (typeof item !== 'object' || item === null) {
      throw new TypeError(`${owner}: an item must be an object, got ${show(item)}`);
    }
    const field = Object.hasOwn(FIELDS, item.type) ? FIELDS[item.type] : undefined;
    if (field === undefined) continue;
    const value: unknown = item[field as keyof C];
    if (typeof value !== 'string') throw new TypeError(`${owner}: ${field} must be a string, got ${show(value)}`);
  }
  return items;
}
