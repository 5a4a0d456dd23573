import type { CatalogueLike } from '../../catalogue.js'
import type { EnglishCatalogue } from '../../en/index.js'

/** Why a call from a window was refused, or failed, in Spanish. */
export const ipc: CatalogueLike<EnglishCatalogue>['ipc'] = {
  outcomeUnknown:
    'No se recibió respuesta. Countersign comprueba si la orden existe; no la envíe otra vez.',
  internal: 'Algo falló dentro de Countersign.',
  timeout: 'Esto tardó demasiado y se detuvo.',
  tooLarge: 'La solicitud es demasiado grande.',
  wrongShape: 'La solicitud tiene un formato incorrecto.',
  unknownOperation: 'Esa operación no existe.',
  wrongValue: 'La solicitud tiene un valor incorrecto.',
  wrongValueIn: ({ member }) => `La solicitud tiene un valor incorrecto en «${member}».`,
  pageNotAllowed: 'Esta página no tiene permiso para llamar a Countersign.',
  windowNotAllowed: 'Esta ventana no tiene permiso para hacer eso.',
  locked: 'Desbloquee primero Countersign.',
  busy: 'La misma solicitud sigue en curso.',
  noPress:
    'No se envió ni se cambió nada. Pulse el botón otra vez. En la configuración se pueden aceptar las pulsaciones de productos de apoyo.',
  streamPageNotAllowed: 'Esta página no tiene permiso para abrir un flujo de datos.',
  streamWrongShape: 'La solicitud del flujo de datos tiene un formato incorrecto.',
  streamNotAllowed: 'Esta ventana no tiene permiso para abrir ese flujo de datos.',
  streamsTooMany: 'Hay demasiados flujos de datos abiertos.',
  linkNotAllowed: 'Esta página no se puede abrir.',
  unreadable: 'La respuesta no se pudo leer.',
  noResponse: 'Countersign no respondió.',
}
