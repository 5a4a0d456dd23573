import type { EnglishCatalogue } from './en/index.js'
import { MAX_PARAM_CHARS, type Message, type MessageParam } from './message.js'

type Sections = EnglishCatalogue
type CatalogueEntry<S extends keyof Sections, K extends keyof Sections[S]> = Sections[S][K]

/** Every code of the catalogue. */
export type MessageCode = {
  [S in keyof Sections & string]: `${S}.${keyof Sections[S] & string}`
}[keyof Sections & string]

type EntryOf<C extends MessageCode> = C extends `${infer S}.${infer K}`
  ? S extends keyof Sections
    ? K extends keyof Sections[S]
      ? CatalogueEntry<S, K>
      : never
    : never
  : never

type ParamsOf<C extends MessageCode> =
  EntryOf<C> extends (params: infer P, ...rest: never) => string ? [params: P] : []

const withinLimit = (param: MessageParam): MessageParam =>
  typeof param === 'string' ? param.slice(0, MAX_PARAM_CHARS) : param

/**
 * Makes a message; the catalogue's entry decides which parameters it takes. A text that is too long
 * for a window is cut here, because it may come from outside.
 */
export function message<C extends MessageCode>(code: C, ...params: ParamsOf<C>): Message {
  const [given] = params as readonly [Readonly<Record<string, MessageParam>>?]
  if (given === undefined) return { code }
  const cut = Object.entries(given).map(([name, param]) => [name, withinLimit(param)])
  return { code, params: Object.fromEntries(cut) }
}

/** Makes a message of words from outside: the broker's, the system's, or an earlier version's. */
export const foreign = (text: string): Message => message('errors.foreign', { text })
