import type { z } from 'zod'
import type { Decimal } from '../domain/decimal.js'

type Primitive = string | number | bigint | boolean | symbol | null | undefined | Decimal

/** A type with every member and array readonly, because a schema's own output never is. */
export type DeepReadonly<T> = T extends Primitive
  ? T
  : T extends readonly (infer Item)[]
    ? readonly DeepReadonly<Item>[]
    : { readonly [Key in keyof T]: DeepReadonly<T[Key]> }

/** True when the types are identical: the same members, each with the same type and presence. */
export type Equal<A, B> =
  (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false

/** The schema itself when its output is the domain type apart from `readonly`; otherwise never. */
type MirrorOf<Domain, Schema extends z.ZodType> =
  Equal<DeepReadonly<z.output<Schema>>, DeepReadonly<Domain>> extends true ? Schema : never

/**
 * Declares a schema as the transport's mirror of a domain type:
 * `mirror<Card>()(z.strictObject({ … }))`. Does not compile when a member is missing, additional or
 * different in either of the two. Returns the schema unchanged, typed by the domain type.
 */
export const mirror =
  <Domain>() =>
  <Schema extends z.ZodType>(schema: MirrorOf<Domain, Schema>): z.ZodType<Domain, Domain> =>
    schema as z.ZodType<unknown> as z.ZodType<Domain, Domain>
