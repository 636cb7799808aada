import type { AudioItem, ContentItem, EncryptedItem, ImageDetail, ImageItem, TextItem } from './content-items.js';

/** Which API the output of a tool is for: two kinds of call in the OpenAI Responses API, Anthropic Messages, or MCP. */
export type ToolOutputKind = 'function' | 'custom' | 'tool_result' | 'mcp';

/** The kinds that name the call that they are the output of; MCP does that in its own envelope. */
export type CallKind = Exclude<ToolOutputKind, 'mcp'>;

/** An image as the Responses API wants it. */
type DetailedImage = ImageItem & { detail: ImageDetail };
type ResponsesContent<C extends ContentItem> =
  | TextItem
  | Exclude<C, ImageItem>
  | (Extract<C, ImageItem> extends never ? never : DetailedImage);

/** The output of a function call, as an input item of the OpenAI Responses API. */
export interface FunctionCallOutput<C extends ContentItem = ContentItem> {
  type: 'function_call_output';
  call_id: string;
  output: string | ResponsesContent<C>[];
}

/** The output of a call of a custom tool, as an input item of the OpenAI Responses API. */
export interface CustomToolCallOutput<C extends ContentItem = ContentItem> {
  type: 'custom_tool_call_output';
  call_id: string;
  output: string | ResponsesContent<C>[];
}

/** The output of a tool use, as a block of a user's message in the Anthropic Messages API. */
export interface ToolResultBlock {
  type: 'tool_result';
  tool_use_id: string;
  content: string | ToolResultContent[];
  is_error?: true;
}

/** A block inside a {@link ToolResultBlock}. */
export type ToolResultContent = { type: 'text'; text: string } | { type: 'image'; source: ImageSource };

const IMAGE_TYPES = ['image/jpeg', 'image/png', 'image/gif', 'image/webp'] as const;

type ImageSource =
  | { type: 'base64'; media_type: (typeof IMAGE_TYPES)[number]; data: string }
  | { type: 'url'; url: string };

/** The `CallToolResult` of MCP. A type of its own making: an interface would not stand for one that is open, as MCP's is. */
export type McpToolResult = {
  content: McpContent[];
  isError?: true;
};

/** A block of an {@link McpToolResult}. */
export type McpContent =
  | { type: 'text'; text: string }
  | { type: 'image' | 'audio'; data: string; mimeType: string }
  | { type: 'resource_link'; uri: string; name: string };

/** The output of a tool, by its kind. */
export interface ToolOutputItems<C extends ContentItem = ContentItem> {
  function: FunctionCallOutput<C>;
  custom: CustomToolCallOutput<C>;
  tool_result: ToolResultBlock;
  mcp: McpToolResult;
}

/** The output of a tool in the shape that an API takes. */
export type ToolOutputItem<
  K extends ToolOutputKind = ToolOutputKind,
  C extends ContentItem = ContentItem,
> = ToolOutputItems<C>[K];

/** What a shape has no form for does not pass. */
export function hasForm(kind: ToolOutputKind, item: ContentItem): boolean {
  if (kind === 'tool_result') return toolResultContent(item) !== undefined;
  return kind !== 'mcp' || mcpContent(item) !== undefined;
}

/** Puts an output into its shape; every item must have a form in it. */
export function shaped(
  kind: ToolOutputKind,
  callId: string | undefined,
  content: string | readonly ContentItem[],
  isError: boolean,
): ToolOutputItem {
  // Checked by the caller: only MCP goes without.
  const id = callId as string;
  const isText = typeof content === 'string';
  switch (kind) {
    case 'function':
      return { type: 'function_call_output', call_id: id, output: isText ? content : content.map(responsesContent) };
    case 'custom':
      return { type: 'custom_tool_call_output', call_id: id, output: isText ? content : content.map(responsesContent) };
    case 'tool_result': {
      const blocks = isText ? content : content.map((item) => toolResultContent(item)!);
      return { type: 'tool_result', tool_use_id: id, content: blocks, ...(isError && { is_error: true }) };
    }
    case 'mcp': {
      const blocks = isText ? [{ type: 'text' as const, text: content }] : content.map((item) => mcpContent(item)!);
      return { content: blocks, ...(isError && { isError: true }) };
    }
  }
}

/** The call that an output belongs to. */
export function callIdOf(item: ToolOutputItem<CallKind>): string {
  return item.type === 'tool_result' ? item.tool_use_id : item.call_id;
}

function responsesContent(item: ContentItem): DetailedImage | TextItem | AudioItem | EncryptedItem {
  return item.type === 'input_image' ? { ...item, detail: item.detail ?? 'auto' } : item;
}

function toolResultContent(item: ContentItem): ToolResultContent | undefined {
  if (item.type === 'input_text') return { type: 'text', text: item.text };
  if (item.type !== 'input_image') return undefined;
  const url = item.image_url;
  if (!isDataUrl(url)) return { type: 'image', source: { type: 'url', url } };
  const image = base64Of(url);
  const media_type = IMAGE_TYPES.find((type) => type === image?.mimeType);
  return image && media_type && { type: 'image', source: { type: 'base64', media_type, data: image.data } };
}

function mcpContent(item: ContentItem): McpContent | undefined {
  if (item.type === 'input_text') return { type: 'text', text: item.text };
  if (item.type === 'input_image') return mcpMedia('image', item.image_url);
  return item.type === 'input_audio' ? mcpMedia('audio', item.audio_url) : undefined;
}

/** MCP has a place for the data itself; what is elsewhere is a link. */
function mcpMedia(type: 'image' | 'audio', url: string): McpContent | undefined {
  if (!isDataUrl(url)) return { type: 'resource_link', uri: url, name: type };
  const media = base64Of(url);
  return media && { type, ...media };
}

const isDataUrl = (url: string) => /^data:/i.test(url);

/** The parts of a `data:` URL in base64; undefined for one in another encoding. */
function base64Of(url: string): { mimeType: string; data: string } | undefined {
  const comma = url.indexOf(',');
  const [mimeType = '', ...parameters] = url.slice('data:'.length, Math.max(0, comma)).toLowerCase().split(';');
  return parameters.at(-1) === 'base64' ? { mimeType, data: url.slice(comma + 1) } : undefined;
}
