/**
 * The shape that a translation has to fill: the same keys, the same parameters, and any sentence
 * where English has one.
 */
export type Translated<T> = T extends string
  ? string
  : T extends (...args: infer A) => infer R
    ? (...args: A) => Translated<R>
    : T extends readonly (infer _)[]
      ? { readonly [K in keyof T]: Translated<T[K]> }
      : T extends object
        ? { readonly [K in keyof T]: Translated<T[K]> }
        : T
