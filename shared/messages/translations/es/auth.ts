import type { CatalogueLike } from '../../catalogue.js'
import type { EnglishCatalogue } from '../../en/index.js'

/** Signing in, and the tokens of a session, in Spanish. */
export const auth: CatalogueLike<EnglishCatalogue>['auth'] = {
  ended: 'La sesión ha terminado.',
  notSignedIn: 'No ha iniciado sesión.',
  signedOut: 'Se cerró la sesión.',
  expired: 'El inicio de sesión ha caducado.',
  wrongAttempt: 'La respuesta al inicio de sesión no corresponde a este intento.',
  refused: ({ reason }) => `El inicio de sesión fue rechazado: ${reason}`,
  requestRefused:
    'La página del bróker rechazó la forma del inicio de sesión (invalid_request), y no se inició ninguna sesión. Si el bróker no conoce PKCE, desactívelo en este perfil e inicie sesión de nuevo.',
  noCode: 'La respuesta al inicio de sesión no contiene ningún código.',
  unreachable: 'No se puede conectar con el bróker.',
  tokensNotStored: 'Los tokens nuevos no se pudieron guardar de forma segura.',
  enterPhoneCode:
    'El bróker ha enviado un código a su teléfono: abra la aplicación del bróker, Mensajes, OpenAPI Notifications, e introduzca allí el código.',
  codeNotRequested:
    'Los precios de esta cuenta necesitan un token de la clave de aplicación, y el bróker envía para ello un código a su teléfono. Aún no se solicitó nada; las órdenes y las cuentas funcionan sin él.',
  tokenRefused:
    'El bróker exige un token de la clave de aplicación y no permite que esta aplicación lo cree. No se envió ninguna orden. Pida al bróker que lo permita, o inicie sesión con otra aplicación.',
  tokenNotConfirmed: 'El código de su teléfono no se confirmó a tiempo.',
  tokenStatus: ({ status }) => `El estado del token es «${status}».`,
  anotherBegun: 'Se empezó otro inicio de sesión.',
  cancelled: 'El inicio de sesión se canceló.',
  nothingPasted: 'No se pegó ninguna dirección en cinco minutos.',
  notApproved: 'El inicio de sesión no se aprobó en cinco minutos.',
  portInUse: ({ port }) =>
    `Otro programa usa el puerto ${port} de este equipo, al que llega la respuesta del navegador. No se inició ninguna sesión. Cierre ese programa, o elija otro puerto en el perfil y registre su dirección en el bróker.`,
  nothingExpected: 'Ningún inicio de sesión espera una dirección.',
  notTheAddress:
    'Esta no es la dirección a la que se redirigió el navegador: empieza por la dirección de redirección registrada, seguida de «?code=».',
  addressOfAnother:
    'Esta dirección pertenece a otro inicio de sesión. Pegue la que el navegador muestra ahora.',
  addressIncomplete: 'Esta dirección no contiene ninguna respuesta. Cópiela entera.',
  noLoopback: 'El mercado de práctica no indicó ninguna dirección local.',
  notHandedBack: 'La respuesta del inicio de sesión no llegó a Countersign.',
  practiceFailed: ({ reason }, { message }) =>
    `El mercado de práctica no aprobó el inicio de sesión: ${message(reason)}`,
}
