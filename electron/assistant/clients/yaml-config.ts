import {
  isMap,
  isScalar,
  parseDocument,
  stringify,
  type Document,
  type ToStringOptions,
} from 'yaml'
import type { ConfigLanguage } from './config-value.js'

/** The layouts that people and programs write, the commonest first. */
const LAYOUTS: readonly ToStringOptions[] = [2, 4].flatMap((indent) =>
  [true, false].flatMap((indentSeq) =>
    [true, false].map((flowCollectionPadding) => ({
      indent,
      indentSeq,
      flowCollectionPadding,
      lineWidth: 0,
    })),
  ),
)

/** YAML of one document. */
export const YAML_CONFIG: ConfigLanguage = {
  parse: (text) => read(text).toJS() as unknown,
  set(text, keys, value) {
    const document = read(text)
    const added =
      value !== undefined && !document.hasIn(keys) ? insert(text, document, keys, value) : null
    return added !== null && isYaml(added) ? added : rewrite(text, document, keys, value)
  },
}

function read(text: string): Document {
  const document = parseDocument(text)
  const [problem] = document.errors
  if (problem !== undefined) throw problem
  return document
}

function isYaml(text: string): boolean {
  try {
    read(text)
    return true
  } catch {
    // The parser only says whether this is YAML.
    return false
  }
}

/**
 * Adds the entry as lines of its own, which changes no line of the person's: below the key of its
 * table, or at the end with that key. Null where the table is not written in lines.
 */
function insert(
  text: string,
  document: Document,
  [table = '', name = '']: readonly string[],
  value: object,
): string | null {
  const eol = text.includes('\r\n') ? '\r\n' : '\n'
  const lines = (indent: string, content: object): string =>
    stringify(content, { lineWidth: 0 })
      .trimEnd()
      .split('\n')
      .map((line) => indent + line + eol)
      .join('')
  if (!document.has(table)) {
    const gap = text === '' || text.endsWith('\n') ? '' : eol
    return text + gap + lines('', { [table]: { [name]: value } })
  }
  const map = document.get(table, true)
  const first = isMap(map) && map.flow !== true ? map.items[0]?.key : undefined
  const start = isScalar(first) ? first.range?.[0] : undefined
  const key = isMap(document.contents)
    ? document.contents.items.find((pair) => isScalar(pair.key) && pair.key.value === table)?.key
    : undefined
  const keyEnd = isScalar(key) ? key.range?.[1] : undefined
  if (start === undefined || keyEnd === undefined) return null
  const place = text.indexOf('\n', keyEnd) + 1
  const indent = text.slice(text.lastIndexOf('\n', start - 1) + 1, start)
  if (place === 0 || place > start || indent.trim() !== '') return null
  return text.slice(0, place) + lines(indent, { [name]: value }) + text.slice(place)
}

/** Writes the whole document, with its comments, in the layout that it has. */
function rewrite(
  text: string,
  document: Document,
  keys: readonly string[],
  value: object | undefined,
): string {
  const unix = text.replaceAll('\r\n', '\n')
  const layout = LAYOUTS.find((option) => document.toString(option) === unix) ?? LAYOUTS[0]
  if (value === undefined) document.deleteIn(keys)
  else document.setIn(keys, document.createNode(value))
  const written = document.toString(layout)
  return unix === text ? written : written.replaceAll('\n', '\r\n')
}
