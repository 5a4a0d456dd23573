import type { EnglishCatalogue } from './en/index.js'
import type { Message, MessageParam } from './message.js'

type Sections = EnglishCatalogue
type Entry<S extends keyof Sections, K extends keyof Sections[S]> = Sections[S][K]

/** Every code of the catalogue. */
export type MessageCode = {
  [S in keyof Sections & string]: `${S}.${keyof Sections[S] & string}`
}[keyof Sections & string]

type EntryOf<C extends MessageCode> = C extends `${infer S}.${infer K}`
  ? S extends keyof Sections
    ? K extends keyof Sections[S]
      ? Entry<S, K>
      : never
    : never
  : never

type ParamsOf<C extends MessageCode> =
  EntryOf<C> extends (params: infer P, ...rest: never) => string ? [params: P] : []

/** Makes a message; the catalogue's entry decides which parameters it takes. */
export function message<C extends MessageCode>(code: C, ...params: ParamsOf<C>): Message {
  const [given] = params as readonly [Readonly<Record<string, MessageParam>>?]
  return given === undefined ? { code } : { code, params: given }
}

/** The longest text from outside that a window accepts in a message. */
const MAX_FOREIGN_CHARS = 500

/** Makes a message of words from outside: the broker's, the system's, or an earlier version's. */
export const foreign = (text: string): Message =>
  message('errors.foreign', { text: text.slice(0, MAX_FOREIGN_CHARS) })
