import {
  applyEdits,
  findNodeAtLocation,
  modify,
  parse,
  parseTree,
  type Edit,
  type Node,
  type ParseError,
} from 'jsonc-parser'
import type { ConfigLanguage } from './config-value.js'

const OPTIONS = { allowTrailingComma: true }

/** JSON, with the comments and trailing commas that clients allow. */
export const JSON_CONFIG: ConfigLanguage = {
  parse(text) {
    if (text.trim() === '') return undefined
    const errors: ParseError[] = []
    const value: unknown = parse(text, errors, OPTIONS)
    if (errors.length > 0) throw new Error('not JSON')
    return value
  },
  set(text, keys, value) {
    const source = text.trim() === '' ? '{}\n' : text
    const edits = value === undefined ? removeEdits(source, keys) : setEdits(source, keys, value)
    return applyEdits(source, edits)
  },
}

/** Removes the lines of the property; the comments around them stay. */
function removeEdits(source: string, keys: readonly string[]): Edit[] {
  const property = findNodeAtLocation(parseTree(source, [], OPTIONS) as Node, [...keys])?.parent
  const parent = property?.parent
  if (property === undefined || parent === undefined) return []
  const end = property.offset + property.length
  const comma = commaAfter(source, end, parent.offset + parent.length)
  const start = source.lastIndexOf('\n', property.offset - 1) + 1
  const rest = /^[ \t]*\r?\n/.exec(source.slice(comma === null ? end : comma + 1))
  if (source.slice(start, property.offset).trim() !== '' || rest === null) {
    return modify(source, [...keys], undefined, {})
  }
  const length = (comma === null ? end : comma + 1) + rest[0].length - start
  const before = parent.children?.[parent.children.indexOf(property) - 1]
  const useless =
    comma === null && before !== undefined
      ? commaAfter(source, before.offset + before.length, property.offset)
      : null
  return [
    ...(useless === null ? [] : [{ offset: useless, length: 1, content: '' }]),
    { offset: start, length, content: '' },
  ]
}

/** Replaces the value, or adds it to the deepest object on the way that exists. */
function setEdits(source: string, keys: readonly string[], value: object): Edit[] {
  const root = parseTree(source, [], OPTIONS)
  if (root === undefined) throw new Error('not JSON')
  const present = findNodeAtLocation(root, [...keys])
  if (present !== undefined) {
    const { offset, length } = present
    return [{ offset, length, content: format(value, source, indentOfLine(source, offset)) }]
  }
  let depth = keys.length - 1
  while (depth > 0 && findNodeAtLocation(root, keys.slice(0, depth)) === undefined) depth -= 1
  const parent = depth === 0 ? root : findNodeAtLocation(root, keys.slice(0, depth))
  if (parent === undefined) throw new Error('no object')
  const nested = keys
    .slice(depth + 1)
    .reduceRight<object>((inner, key) => ({ [key]: inner }), value)
  return addProperty(source, parent, keys[depth] ?? '', nested)
}

/** Adds a property after the last one, without a change of any other line but its comma. */
function addProperty(source: string, parent: Node, key: string, value: object): Edit[] {
  const last = parent.children?.at(-1)
  const outer = indentOfLine(source, parent.offset)
  const eol = eolOf(source)
  const close = parent.offset + parent.length - 1
  if (last === undefined) {
    const inner = outer + unitOf(source)
    const property = `${JSON.stringify(key)}: ${format(value, source, inner)}`
    const between = source.slice(parent.offset + 1, close).trimEnd()
    const content = `${between}${eol}${inner}${property}${eol}${outer}`
    return [{ offset: parent.offset + 1, length: close - parent.offset - 1, content }]
  }
  const end = last.offset + last.length
  const comma = commaAfter(source, end, close)
  const isOwnLine = source.slice(parent.offset, last.offset).includes('\n')
  const indent = isOwnLine ? indentOfLine(source, last.offset) : outer + unitOf(source)
  const property = `${eol}${indent}${JSON.stringify(key)}: ${format(value, source, indent)}`
  const place = endOfLine(source, comma === null ? end : comma + 1, close)
  const tail = isOwnLine ? '' : `${eol}${outer}`
  return [
    ...(comma === null ? [{ offset: end, length: 0, content: ',' }] : []),
    { offset: place, length: 0, content: `${property}${comma === null ? '' : ','}${tail}` },
  ]
}

/** Returns where the comma after the last property is; null without one. */
function commaAfter(source: string, from: number, to: number): number | null {
  const found = /^(?:\s|\/\/[^\n]*|\/\*[\s\S]*?\*\/)*,/.exec(source.slice(from, to))
  return found === null ? null : from + found[0].length - 1
}

/** Returns the end of the line after a comment on it; the place itself when the line goes on. */
function endOfLine(source: string, from: number, to: number): number {
  const rest = /^[ \t]*(\/\/[^\r\n]*|\/\*[^\r\n]*?\*\/[ \t]*)?(?=\r?\n)/.exec(
    source.slice(from, to),
  )
  return rest === null ? from : from + rest[0].length
}

const format = (value: object, source: string, indent: string): string =>
  JSON.stringify(value, null, unitOf(source)).replaceAll('\n', eolOf(source) + indent)
const unitOf = (source: string): string => /^([ \t]+)\S/m.exec(source)?.[1] ?? '  '
const eolOf = (source: string): string => (source.includes('\r\n') ? '\r\n' : '\n')
const indentOfLine = (source: string, offset: number): string =>
  /^[ \t]*/.exec(source.slice(source.lastIndexOf('\n', offset - 1) + 1))?.[0] ?? ''
