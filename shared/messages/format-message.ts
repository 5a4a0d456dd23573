import type { CatalogueSection } from './catalogue.js'
import { english } from './en/index.js'
import type { Language } from './languages.js'
import type { Message } from './message.js'
import { createWriter, type Writer } from './writer.js'

type Catalogue = Readonly<Record<string, CatalogueSection>>

/** Writes messages in one language. */
export type MessageFormatter = (message: Message) => string

function write(catalogue: Catalogue, { code, params }: Message, writer: Writer): string {
  const dot = code.indexOf('.')
  const entry = catalogue[code.slice(0, dot)]?.[code.slice(dot + 1)]
  // A message of a newer version: its code says more than nothing.
  if (entry === undefined) return code
  return typeof entry === 'string' ? entry : entry((params ?? {}) as never, writer)
}

/** A formatter over a catalogue that is loaded; windows load the second language on demand. */
export function createMessageFormatter(language: Language, catalogue: Catalogue): MessageFormatter {
  const writer = createWriter(language, (message, within) => write(catalogue, message, within))
  return (message) => write(catalogue, message, writer)
}

/** A language, and what writes messages in it. */
export interface WrittenLanguage {
  readonly language: Language
  readonly write: MessageFormatter
}

/** A message in English: what assistants and logs get. */
export const inEnglish: MessageFormatter = createMessageFormatter('en', english)

/** English, for callers that know no language of the person. */
export const ENGLISH: WrittenLanguage = { language: 'en', write: inEnglish }
