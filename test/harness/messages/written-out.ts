import { inEnglish } from '../../../shared/messages/format-message.js'
import type { Message } from '../../../shared/messages/message.js'

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
  if (isMessage(value)) return inEnglish(value)
  if (Object.getPrototypeOf(value) !== Object.prototype) return value
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, copyOf(member)]))
}

/** Returns a copy of plain data in which every message is replaced by its English text. */
export const writtenOut = <T>(value: T): WrittenOut<T> => copyOf(value) as WrittenOut<T>
