declare const brand: unique symbol

/** A nominal type: `Brand<string, 'AccountId'>` is not assignable from a plain string. */
export type Brand<T, Name extends string> = T & { readonly [brand]: Name }

/** Releases a resource. Safe to call more than once. */
export type Disposer = () => void
