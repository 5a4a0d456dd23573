import type { Writer } from './writer.js'

/**
 * One entry of the catalogue: a sentence, or a function that writes one from its parameters in the
 * writer's language.
 */
export type CatalogueEntry = string | ((params: never, writer: Writer) => string)
export type CatalogueSection = Readonly<Record<string, CatalogueEntry>>

/** The shape that another language has to fill: the same sections, keys and parameters. */
export type CatalogueLike<T> = {
  readonly [S in keyof T]: {
    readonly [K in keyof T[S]]: T[S][K] extends string ? string : T[S][K]
  }
}
