import { inEnglish } from '../../../shared/messages/format-message.js'
import type { Message } from '../../../shared/messages/message.js'

const CODE = /^[a-z]\w*\.[\w-]+$/

const isMessage = (value: object): value is Message =>
  'code' in value &&
  typeof value.code === 'string' &&
  CODE.test(value.code) &&
  Object.keys(value).every((key) => key === 'code' || key === 'params')

/** Returns a copy of plain data in which every message is replaced by its English text. */
export function writtenOut(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(writtenOut)
  if (isMessage(value)) return inEnglish(value)
  if (Object.getPrototypeOf(value) !== Object.prototype) return value
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, writtenOut(member)]))
}
