import { parse, patch } from '@decimalturn/toml-patch'
import { valueAt, withValue, type ConfigLanguage } from './config-value.js'

/** TOML 1.1. */
export const TOML_CONFIG: ConfigLanguage = {
  parse: (text) => parse(text) as unknown,
  set(text, keys, value) {
    const before: unknown = parse(text)
    const added =
      value !== undefined && valueAt(before, keys) === undefined ? append(text, keys, value) : null
    return added !== null && isToml(added) ? added : patch(text, withValue(before, keys, value))
  },
}

/** Adds a table at the end, which changes no line of the person's. */
function append(text: string, keys: readonly string[], value: object): string {
  const eol = text.includes('\r\n') ? '\r\n' : '\n'
  const gap = text.trim() === '' ? '' : text.endsWith('\n') ? eol : eol + eol
  const lines = Object.entries(value).map(([key, field]) => `${key} = ${tomlValue(field)}`)
  return [`${text}${gap}[${keys.join('.')}]`, ...lines, ''].join(eol)
}

/** Fails where `keys` lead into an inline table, which no header may extend. */
function isToml(text: string): boolean {
  try {
    parse(text)
    return true
  } catch {
    // The parser only says whether this is TOML.
    return false
  }
}

/** Formats text, lists of text, and tables of text. A basic TOML string is a JSON string. */
const tomlValue = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(tomlValue).join(', ')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const fields = Object.entries(value).map(([key, field]) => `${key} = ${tomlValue(field)}`)
  return `{ ${fields.join(', ')} }`
}
