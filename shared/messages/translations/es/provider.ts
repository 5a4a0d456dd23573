import type { CatalogueLike } from '../../catalogue.js'
import type { EnglishCatalogue } from '../../en/index.js'

/** Why a request at the broker failed, in Spanish. */
export const provider: CatalogueLike<EnglishCatalogue>['provider'] = {
  refused: 'El bróker rechazó la solicitud.',
  unauthorized: 'El bróker no aceptó la clave o su firma.',
  invalidToken: 'El bróker no aceptó la sesión.',
  signedOut: 'Inicie sesión para continuar.',
  awaitsCode: 'El bróker espera el código de su teléfono. Esto se lee en cuanto lo introduzca.',
  notConfirmed:
    'No se solicitó un código para su teléfono, o no se confirmó a tiempo. Solicite uno para leer esto.',
  notEntitled: 'La cuenta no tiene permiso para esto.',
  wrongEnvironment: 'La clave pertenece a otro entorno.',
  notAllowed: 'Esta solicitud no se puede enviar en este entorno.',
  rateLimited: 'El límite de solicitudes está agotado por el momento.',
  overLimit: ({ count, seconds, waitSeconds }, writer) =>
    `El bróker permite ${writer.count(count)} de estas solicitudes ${seconds === 60 ? 'por minuto' : `en ${writer.count(seconds)} s`} y están agotadas. La próxima se puede enviar en ${writer.count(waitSeconds)} s.`,
  orderExists: 'Ya existe una orden con este identificador.',
  unavailable: 'No se puede conectar con el bróker.',
  timeout: 'El bróker no respondió a tiempo.',
  malformed: 'La respuesta del bróker es ilegible.',
  webPage:
    'Una página web respondió en lugar del bróker: un filtro o una página de acceso de esta red. Abra cualquier página en su navegador, acceda allí a la red y vuelva a intentarlo.',
  invalidRequest: 'La solicitud no está bien formada.',
  stopped: 'La sesión se está cerrando.',
  wrongClock:
    'El bróker rechaza las solicitudes porque el reloj de este equipo es incorrecto. Corrija su fecha y su hora.',
  noHostedAssistants: 'Los asistentes del bróker no están conectados en este entorno.',
  orderNotShown: ({ member }) =>
    `La aplicación de escritorio no puede mostrar esta orden: ${member}`,
}
