import type { CatalogueLike } from '../catalogue.js'
import type { EnglishCatalogue } from '../en/index.js'

/** Files and secrets that could not be read or written, in Spanish. */
export const storage: CatalogueLike<EnglishCatalogue>['storage'] = {
  secretNotEncrypted: 'El almacén de claves no pudo cifrar el secreto.',
  secretUnreadable: 'El secreto guardado es ilegible; no se modificó.',
  secretOfOtherKeyStore: 'El secreto guardado pertenece a otro almacén de claves; no se modificó.',
  secretNotDecrypted: 'El secreto guardado no se pudo descifrar; no se modificó.',
  credentialsUnreadable: 'Las credenciales guardadas son ilegibles; no se modificaron.',
  journalUnreadable: 'no se puede leer el diario',
  journalRecordUnreadable: ({ record }) =>
    `el registro ${record} del diario no se puede leer, o es de una versión más reciente`,
  journalFailed: 'el diario falló',
}
