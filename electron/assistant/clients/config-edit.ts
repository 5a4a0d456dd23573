import { isDeepStrictEqual } from 'node:util'
import { err, ok, type Result } from '../../../shared/domain/result.js'
import type { ConfigFormat } from './client-table.js'
import { isTable, valueAt, withValue, type ConfigLanguage } from './config-value.js'
import { JSON_CONFIG } from './json-config.js'
import { TOML_CONFIG } from './toml-config.js'
import { YAML_CONFIG } from './yaml-config.js'

/**
 * Why settings cannot be changed. `damaged`: they cannot be read; `unexpected`: another kind of
 * value is where the entry belongs; `not-editable`: the change would alter something else.
 */
export type ConfigProblem = 'damaged' | 'unexpected' | 'not-editable'

const LANGUAGES: Readonly<Record<ConfigFormat, ConfigLanguage>> = {
  json: JSON_CONFIG,
  toml: TOML_CONFIG,
  yaml: YAML_CONFIG,
}
const BOM = '\uFEFF'

/** Parses settings; an empty file has none. */
export function parseConfig(format: ConfigFormat, text: string): Result<unknown, ConfigProblem> {
  try {
    return ok(LANGUAGES[format].parse(withoutBom(text)) ?? {})
  } catch {
    // The text is not in its format; the result says so.
    return err('damaged')
  }
}

/**
 * Sets or removes the value at `keys` of settings. The result is read again: anything but this one
 * change is refused, so that no other setting of the person can be lost.
 */
export function editConfig(
  format: ConfigFormat,
  text: string,
  keys: readonly string[],
  value: object | undefined,
): Result<string, ConfigProblem> {
  const before = parseConfig(format, text)
  if (!before.ok) return before
  const expected = withValue(before.value, keys, value)
  if (expected === null) return err('unexpected')
  if (isDeepStrictEqual(plain(valueAt(before.value, keys)), plain(value))) return ok(text)
  try {
    const edited = LANGUAGES[format].set(withoutBom(text), keys, value)
    const after = parseConfig(format, edited)
    if (!after.ok || !isDeepStrictEqual(plain(after.value), plain(expected))) {
      return err('not-editable')
    }
    return ok((text.startsWith(BOM) ? BOM : '') + edited)
  } catch {
    // The text has a form that cannot be edited safely; the result says so.
    return err('not-editable')
  }
}

const withoutBom = (text: string): string => (text.startsWith(BOM) ? text.slice(1) : text)
/** Ignores the order of keys and the prototypes of tables, which parsers choose. */
const plain = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(plain)
    : isTable(value)
      ? new Map(
          Object.keys(value)
            .sort()
            .map((key) => [key, plain(value[key])]),
        )
      : value
