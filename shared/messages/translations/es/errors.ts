import type { EnglishCatalogue } from '../../en/index.js'
import type { CatalogueLike } from '../../catalogue.js'

export const errors: CatalogueLike<EnglishCatalogue>['errors'] = {
  foreign: ({ text }) => text,
}
