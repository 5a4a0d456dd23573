import { english } from '../../shared/messages/en/index.js'
import { createMessageFormatter } from '../../shared/messages/format-message.js'
import type { Message } from '../../shared/messages/message.js'

/** English in which a denial ends with its code, so that a test sees which one it is. */
export const withCodes = createMessageFormatter('en', {
  ...english,
  risk: {
    ...english.risk,
    withCode: (params, writer) => `${english.risk.withCode(params, writer)} (${params.code})`,
  } satisfies typeof english.risk,
})
const CODE = /^[a-z]\w*\.[\w-]+$/

/** Plain data with an English text in place of every message. */
export type WrittenOut<T> = T extends string | number | boolean | null | undefined
  ? T
  : Message extends T
    ? string
    : T extends readonly (infer Item)[]
      ? readonly WrittenOut<Item>[]
      : T extends object
        ? { readonly [K in keyof T]: WrittenOut<T[K]> }
        : T

const isMessage = (value: object): value is Message =>
  'code' in value &&
  typeof value.code === 'string' &&
  CODE.test(value.code) &&
  Object.keys(value).every((key) => key === 'code' || key === 'params')

function copyOf(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(copyOf)
  if (isMessage(value)) return withCodes(value)
  if (Object.getPrototypeOf(value) !== Object.prototype) return value
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, copyOf(member)]))
}

/**
 * Returns a copy of plain data in which every message is replaced by its English text,
 * a denial followed by its code.
 */
export const writtenOut = <T>(value: T): WrittenOut<T> => copyOf(value) as WrittenOut<T>
