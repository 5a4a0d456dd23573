import type { CatalogueLike } from '../../catalogue.js'
import type { EnglishCatalogue } from '../../en/index.js'
import type { Writer } from '../../writer.js'

const NOTICE_MINUTES_MS = 90_000

const clockError = (skewMs: number, { plural }: Writer): string =>
  Math.abs(skewMs) < NOTICE_MINUTES_MS
    ? plural(Math.round(Math.abs(skewMs) / 1_000), { one: '# segundo', other: '# segundos' })
    : plural(Math.round(Math.abs(skewMs) / 60_000), { one: '# minuto', other: '# minutos' })

const clockText = ({ skewMs }: { readonly skewMs: number }, writer: Writer): string =>
  `El reloj de este equipo va ${clockError(skewMs, writer)} ${skewMs > 0 ? 'por detrás' : 'por delante'} del reloj del bróker.`

/** The findings of a connection test, in Spanish. */
export const connection: CatalogueLike<EnglishCatalogue>['connection'] = {
  notTried: 'Omitido: corrija antes el paso anterior.',
  answers: ({ host }) => `${host} responde.`,
  trustSystem: 'las autoridades de este equipo y las públicas que trae Countersign',
  trustRuntime: 'las autoridades públicas que trae Countersign, no las de este equipo',
  trustOwn: ({ subject, until }, { day }) =>
    `solo esta autoridad: ${subject}, válida hasta el ${day(until)}`,
  trustUnreadable: 'una autoridad que no se puede leer, así que ninguna',
  certificateTrusted: ({ trust }, { message }) =>
    `Su certificado es de confianza. Se confía en ${message(trust)}.`,
  proxyNone: 'Sin proxy: las conexiones son directas',
  proxyChosen: ({ address }) => `${address}, elegido aquí`,
  proxyNamed: ({ address, variable }) => `${address}, indicado por ${variable} en el entorno`,
  proxyUnusable:
    'El proxy del entorno es de un tipo que no se puede usar, así que las conexiones son directas. Indique aquí un proxy HTTP.',
  proxyCredentials:
    'El proxy pide un usuario y una contraseña (407). No se envió nada al bróker. Indique un proxy que deje pasar a este equipo, o póngalos en HTTPS_PROXY.',
  proxyRefused:
    'El proxy se niega a conectar con el bróker. No se envió nada. Pida a quien lo administra que permita los servidores y puertos del bróker, o elija Sin proxy.',
  proxyUnreachable:
    'El proxy no responde. No se envió nada. Revise su dirección, o elija Sin proxy.',
  unreachable: ({ host, detail }) =>
    `No se puede conectar con ${host} (${detail}). Revise la red y la dirección.`,
  certificateNotTrusted: ({ trust }, { message }) =>
    `Su certificado no es de confianza: la conexión con el bróker está interceptada, por un filtro o una página de acceso de esta red, o la autoridad de certificación de este perfil es incorrecta. No se envió nada. Se confía en ${message(trust)}.`,
  noServerTime: 'El servidor no informó su hora.',
  clockWrong: (params, writer) =>
    `${clockText(params, writer)} Las solicitudes firmadas se rechazan; ajuste el reloj.`,
  clockOff: clockText,
  clocksAgree: 'Los relojes coinciden.',
  environmentRight: 'La clave pertenece a este entorno.',
  keyKnown: 'La clave es conocida.',
  signatureAccepted: 'El secreto es correcto: la firma fue aceptada.',
  tokenUsable: 'El token se puede usar.',
  tokenMissing:
    'Todavía no hay token. Al iniciar sesión se solicita uno, y el bróker envía un código a su teléfono.',
  tokenStatus: ({ status }) =>
    `El estado del token es «${status}». Inicie sesión para obtener uno nuevo.`,
  rightsLater: 'Los permisos se comprueban después de iniciar sesión.',
  accountsLater: 'Las cuentas se muestran después de iniciar sesión.',
  rightsToRead: 'La clave puede leer cuentas.',
  accounts: ({ count }, { plural }) => plural(count, { one: '# cuenta.', other: '# cuentas.' }),
  otherEnvironment:
    'Todas las rutas responden «no encontrado»: esta clave pertenece al otro entorno. Compruebe si es una clave de pruebas o de producción.',
  tokenRefused:
    'El token se rechaza. Inicie sesión de nuevo; a menudo la clave es del otro entorno.',
  notEntitled: ({ reason }) =>
    `La clave no tiene permiso para esto: ${reason}. Los permisos se conceden en las páginas para desarrolladores del bróker.`,
  tooMany: 'Demasiadas solicitudes por ahora. Inténtelo de nuevo en un momento.',
  noProperAnswer: ({ reason }) =>
    `El bróker no responde correctamente (${reason}). Inténtelo más tarde.`,
  testRefused: ({ reason }) => `El bróker rechazó la prueba: ${reason}`,
  requestKnown: 'La dirección conoce la solicitud.',
  timeRefused: ({ skewMs }, writer) =>
    `El bróker rechaza la hora de la solicitud. ${skewMs === null ? 'Ajuste el reloj de este equipo.' : clockText({ skewMs }, writer)}`,
  signatureWrong:
    'La firma es incorrecta: el secreto es erróneo o pertenece a otra clave. Introduzca ambos de nuevo.',
  keyRefused: ({ reason }) => `La clave se rechaza: ${reason}`,
}
