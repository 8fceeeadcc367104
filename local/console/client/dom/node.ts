/** What the page should look like, as plain values. `createRoot` makes it so. */
export type Child = VNode | string | number | false | null | undefined;
export type Attribute = string | number | boolean | null | undefined;
// biome-ignore lint/suspicious/noExplicitAny: each event has a type of its own, which its handler names
export type Handler = (event: any) => void;

export interface Props {
  readonly key?: string | number | undefined;
  /** By the name of the event. */
  readonly on?: Readonly<Record<string, Handler | undefined>> | undefined;
  /** CSS variables. Set through the object model, which a strict policy allows. */
  readonly vars?: Readonly<Record<string, string | number>> | undefined;
  /** Called once, when the element is made. */
  readonly made?: ((element: HTMLElement) => void) | undefined;
  readonly [attribute: string]: unknown;
}

/** Content that something else draws: made once, and again when `version` changes. */
export interface Foreign {
  readonly version: string;
  /** May give back what ends it. */
  readonly mount: (element: HTMLElement) => (() => void) | undefined;
}

export interface VNode {
  readonly tag: string;
  readonly svg: boolean;
  readonly props: Props;
  readonly children: readonly (VNode | string)[];
  readonly foreign?: Foreign | undefined;
}

const isShown = (child: Child): child is VNode | string | number =>
  child !== null && child !== undefined && child !== false && child !== '';

const flatten = (children: readonly (Child | readonly Child[])[]): (VNode | string)[] =>
  (children.flat() as Child[])
    .filter(isShown)
    .map((child) => (typeof child === 'number' ? String(child) : child));

type Children = readonly (Child | readonly Child[])[];

export const h = (tag: string, props: Props = {}, ...children: Children): VNode => ({
  tag,
  svg: false,
  props,
  children: flatten(children),
});

/** The same for what is inside an `svg`, and for that itself. */
export const s = (tag: string, props: Props = {}, ...children: Children): VNode => ({
  ...h(tag, props, ...children),
  svg: true,
});

export const foreign = (props: Props, content: Foreign): VNode => ({ ...h('div', props), foreign: content });
