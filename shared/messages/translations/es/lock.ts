import type { CatalogueLike } from '../../catalogue.js'
import type { EnglishCatalogue } from '../../en/index.js'

/** Why a proof of identity, or a change of the lock, was refused, in Spanish. */
export const lock: CatalogueLike<EnglishCatalogue>['lock'] = {
  tooWeak: ({ min }) => `Use al menos ${min} caracteres, y no solo unos pocos repetidos.`,
  currentNeeded: 'Introduzca la contraseña actual.',
  passphraseFirst:
    'Defina primero una contraseña: desbloquea Countersign cuando la huella no funciona.',
  noSystemAuth: 'Este equipo no ofrece a los programas una autenticación propia.',
  notRemoved: 'El bloqueo no se pudo eliminar de este equipo.',
  tooManyTries: 'Demasiados intentos fallidos. Espere un momento.',
  damaged:
    'El archivo del bloqueo está dañado: solo se desbloquea eliminando los inicios de sesión guardados.',
  wrong: 'Contraseña incorrecta.',
  notSet: 'No hay ningún bloqueo.',
  notSaved: 'El bloqueo no se pudo guardar en este equipo.',
  toUnlock: 'desbloquear Countersign',
  toConfirm: 'confirmar su identidad',
  toChange: 'cambiar el bloqueo',
  toRemove: 'eliminar el bloqueo',
}
