import type { CatalogueSection } from '../catalogue.js'
import { errors } from './errors.js'

/** Every sentence that a person or an assistant reads, in English. */
export const english = { errors } as const satisfies Readonly<Record<string, CatalogueSection>>
export type EnglishCatalogue = typeof english
