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

/** True when the types are identical: the same members, each with the same type and presence. */
export type Equal<A, B> =
  (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false

/** The schema itself when its output is the domain type apart from `readonly`; otherwise never. */
export type MirrorOf<Domain, Schema extends z.ZodType> =
  Equal<DeepReadonly<z.output<Schema>>, DeepReadonly<Domain>> extends true ? Schema : never

/**
 * Declares a schema as the mirror of a type that is declared elsewhere:
 * `mirror<Row>()(z.strictObject({ … }))`. Does not compile when a member is missing, additional or
 * different in either of the two: a file's reader would refuse what its writer writes (REL-43).
 * Returns the schema unchanged, typed by the type. A new type is declared by {@link asReadonly}.
 */
export const mirror =
  <Domain>() =>
  <Schema extends z.ZodType>(schema: MirrorOf<Domain, Schema>): z.ZodType<Domain, Domain> =>
    schema as z.ZodType<unknown> as z.ZodType<Domain, Domain>
