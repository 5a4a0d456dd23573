import type { z } from 'zod'
import type { Decimal } from './decimal.js'

type Primitive = string | number | bigint | boolean | symbol | null | undefined | Decimal

/** A type with every member and array readonly, because a schema's own output never is. */
export type DeepReadonly<T> = T extends Primitive
  ? T
  : T extends readonly (infer Item)[]
    ? readonly DeepReadonly<Item>[]
    : { readonly [Key in keyof T]: DeepReadonly<T[Key]> }

/**
 * Types the schema by its readonly output, because a schema's own output never is. The type of the
 * same name is what the schema parses: `export const X = asReadonly(z.strictObject({ … }))` and
 * `export type X = z.output<typeof X>`. Returns the schema unchanged.
 */
export const asReadonly = <Schema extends z.ZodType>(
  schema: Schema,
): z.ZodType<DeepReadonly<z.output<Schema>>, DeepReadonly<z.output<Schema>>> =>
  schema as z.ZodType<unknown> as z.ZodType<
    DeepReadonly<z.output<Schema>>,
    DeepReadonly<z.output<Schema>>
  >
