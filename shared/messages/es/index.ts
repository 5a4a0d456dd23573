import type { CatalogueLike } from '../catalogue.js'
import type { EnglishCatalogue } from '../en/index.js'
import { errors } from './errors.js'

/** Every sentence in Spanish. */
export const spanish: CatalogueLike<EnglishCatalogue> = { errors }
