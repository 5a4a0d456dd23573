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

const ways = (addresses: readonly string[]): string =>
  addresses.map((address) => (address === '' ? 'sin proxy' : address)).join(', después ')

/** The findings of a connection test, in Spanish. */
export const connection: CatalogueLike<EnglishCatalogue>['connection'] = {
  notTried: 'Omitido: corrija antes el paso anterior.',
  answers: ({ host }) => `${host} responde.`,
  loginElsewhere: ({ host }) =>
    `La página de acceso del bróker no está en su dirección habitual; el navegador empieza en ${host}, que lleva a ella.`,
  trustSystem: 'las autoridades de este equipo y las públicas que trae Countersign',
  trustRuntime: 'las autoridades públicas que trae Countersign, no las de este equipo',
  trustOwn: ({ subject, until }, { day }) =>
    `solo esta autoridad: ${subject}, válida hasta el ${day(until)}`,
  trustUnreadable: 'una autoridad que no se puede leer, así que ninguna',
  certificateTrusted: ({ trust }, { message }) =>
    `Su certificado es de confianza. Se confía en ${message(trust)}.`,
  proxyNone: 'Sin proxy: las conexiones son directas',
  proxyNothing:
    'Sin proxy: ni el entorno ni la configuración del sistema indican uno, así que las conexiones son directas',
  proxyChosen: ({ addresses }) => `${ways(addresses)}, elegido aquí`,
  proxyNamed: ({ addresses, variable }) =>
    `${ways(addresses)}, indicado por ${variable} en el entorno`,
  proxySystem: ({ addresses }) => `${ways(addresses)}, indicado por la configuración del sistema`,
  proxyScript: ({ addresses, script, isSystem }) =>
    `${ways(addresses)}, indicado por el script ${script}${isSystem ? ' de la configuración del sistema' : ''}`,
  proxyScriptMissing: ({ address }) =>
    `No se puede cargar el script de proxy ${address}, así que las conexiones son directas. Revise su dirección, o indique el proxy aquí.`,
  proxyScriptWrong: ({ address }) =>
    `El script de proxy ${address} no indica ningún proxy que se pueda usar, así que las conexiones son directas. Indique el proxy aquí.`,
  proxyUnusable:
    'El proxy del entorno es de un tipo que no se puede usar, así que las conexiones son directas. Indique aquí un proxy HTTP o SOCKS.',
  proxyCredentials:
    'El proxy pide un usuario y una contraseña. No se envió nada al bróker. Indíquelos en Proxy.',
  proxyPassword:
    'El proxy rechaza el usuario y la contraseña. No se envió nada al bróker. Indíquelos de nuevo en Proxy.',
  proxyScheme:
    'El proxy pide un tipo de acceso que Countersign no tiene (NTLM, Kerberos o Digest; tiene Basic). No se envió nada al bróker. Pida otra forma a quien lo administra, o use un proxy local que se identifique.',
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
  certificateNext:
    'Use otra red, o desactive lo que inspecciona sus conexiones. Si ese filtro es intencionado, indique su autoridad de certificación en los servidores de un perfil de pruebas.',
  networkNext: 'Revise el cable o el Wi-Fi, el cortafuegos y la VPN, y pruebe de nuevo.',
  noName: ({ host }) => `El nombre ${host} no se conoce en esta red.`,
  nameNext: 'Revise la red, y si un filtro de nombres (DNS) bloquea al bróker.',
  noPortal: 'Ninguna página de acceso de esta red se interpone.',
  portal: ({ address }) => `Esta red responde en lugar del bróker: lleva a ${address}.`,
  portalNext: 'Abra cualquier página en el navegador, inicie sesión en la red y pruebe de nuevo.',
  bothFamilies: 'Funcionan IPv4 e IPv6.',
  onlyFour: 'IPv4 funciona. Aquí no hay dirección IPv6 que usar.',
  onlySix: 'IPv6 funciona. Aquí no hay dirección IPv4 que usar.',
  familySilent: ({ silent }) =>
    `${silent} no responde; la otra familia de direcciones sí. Las conexiones pueden tardar en empezar.`,
  familyNext: ({ silent }) => `Repare ${silent} en esta red, o desactívelo.`,
  familiesSilent: ({ host }) => `Ninguna dirección de ${host} responde.`,
  clockNext: 'Active la hora automática en los ajustes de este equipo y pruebe de nuevo.',
  environmentNext: 'Introduzca la clave que el bróker muestra para este entorno.',
  keyNext:
    'Copie otra vez App Key y App Secret de la aplicación en el bróker, ambos de la misma clave.',
  tokenNext: 'Inicie sesión en este perfil para obtener un token nuevo.',
  rightsNext:
    'Conceda el permiso en las páginas para desarrolladores del bróker y pruebe de nuevo.',
  accountsNext: 'Abra una cuenta en el bróker, o dé a esta clave acceso a ella.',
  laterNext:
    'Espere unos minutos y pruebe de nuevo. La página de estado del bróker puede decir más.',
  supportNext: 'Copie los resultados para el soporte.',
  clientAccepted: 'El ID y el secreto del cliente se aceptan.',
  clientRefused: ({ reason }) => `El cliente se rechaza: ${reason}`,
  clientMissing:
    'No se probó el inicio de sesión en el navegador: aquí falta parte de su registro.',
  clientUnclear: ({ reason }) =>
    `La respuesta del bróker no dice si el cliente es conocido: ${reason}`,
  clientNext: 'Copie otra vez el ID y el secreto del cliente del registro de este entorno.',
  redirectAccepted: ({ address }) => `${address} no se rechaza, y su puerto está libre.`,
  redirectRefused: ({ address, reason }) =>
    `La página de inicio de sesión rechaza ${address}: ${reason}`,
  redirectNext: ({ address }) =>
    `Registre exactamente ${address} para este ID de cliente en el bróker.`,
  redirectPort: ({ address }) =>
    `Otro programa usa el puerto de ${address}, así que no se puede recibir el inicio de sesión.`,
  redirectChanging: 'Cada inicio de sesión usa otro puerto, que ningún registro puede contener.',
  redirectPortNext:
    'Cierre el otro programa, o elija un puerto libre en el perfil y registre su dirección.',
  scopeAccepted: ({ scope }) => `«${scope}» no se rechaza.`,
  scopeRefused: ({ scope }) => `El ámbito «${scope}» se rechaza.`,
  scopeNext: 'Introduzca el ámbito exactamente como lo muestra el registro.',
  pkceAccepted: 'La prueba adicional del inicio de sesión (PKCE) no se rechaza.',
  pkceRefused: ({ reason }) =>
    `La página de inicio de sesión rechaza la solicitud, quizá su prueba adicional (PKCE): ${reason}`,
  pkceNext:
    'Compruebe que el cliente está registrado para el flujo de código, y copie los resultados para el soporte.',
  eventsAccepted: 'Los eventos de órdenes llegan.',
  eventsElsewhere: 'Otro programa recibe ahora los eventos de órdenes de esta clave.',
  eventsElsewhereNext: 'Termine el otro programa, o abra este perfil: entonces espera su turno.',
  eventsRefused: ({ reason }) => `Los eventos de órdenes rechazan la clave: ${reason}`,
  eventsFailed: ({ reason }) =>
    `Los eventos de órdenes no responden (${reason}). Las órdenes se leen entonces a intervalos.`,
  streamOpen: ({ ports }, { list }) =>
    `Los precios en vivo se pueden recibir por el puerto ${list(ports.map(String))}.`,
  streamPart: ({ open, closed }, { list }) =>
    `Precios en vivo: el puerto ${list(open.map(String))} responde${closed.length === 0 ? ', pero la conexión no se aceptó a tiempo' : `, el puerto ${list(closed.map(String))} no`}.`,
  streamClosed: ({ ports }, { list }) =>
    `No se pueden recibir precios en vivo: ninguno de los puertos ${list(ports.map(String))} está abierto. Los precios se leen cada 3 segundos y muestran su antigüedad.`,
  streamClosedNext:
    'Permita uno de estos puertos en el cortafuegos de esta red o de este equipo, o en su proxy.',
  streamRefused: ({ reason }) =>
    `Los precios en vivo se rechazan para esta clave (código ${reason}).`,
  streamRefusedNext:
    'Compruebe si la clave puede recibir datos de mercado, en las páginas para desarrolladores del bróker.',
  streamElsewhere:
    'Precios en vivo: hay otras conexiones de esta clave abiertas, tantas como permite el bróker.',
  streamElsewhereNext:
    'Termine el otro programa, o espere un minuto: durante ese tiempo el bróker cuenta una conexión perdida.',
  portNext: ({ port }) =>
    `Permita el puerto ${port} en el cortafuegos de esta red o de este equipo, o en su proxy.`,
  dataLater: 'El derecho a datos de mercado se comprueba después de iniciar sesión.',
  dataAllowed: 'La clave puede leer precios.',
  dataRefused: ({ reason }) => `Los precios se rechazan: ${reason}`,
  dataNext:
    'Suscríbase a los datos de mercado para la API en el bróker. Las órdenes funcionan sin ellos.',
  supportTitle: ({ testedAt }) => `Prueba de conexión de Countersign, ${testedAt}`,
  supportProfile: ({ environment, access, algorithm, apiVersion, ownHosts }) =>
    `Entorno ${environment}, acceso ${access}, ${algorithm}, ${apiVersion}, ${ownHosts ? 'servidores propios' : 'servidores publicados'}`,
  supportAssumptions: ({ changed }) =>
    changed.length === 0
      ? 'El bróker es como se supone'
      : `El bróker difiere de lo supuesto: ${changed.join(', ')}`,
  supportRuntime: ({ node, platform }) => `Entorno de ejecución: Node ${node}, ${platform}`,
  supportResult: ({ ok }) => (ok ? 'Resultado: funciona' : 'Resultado: no funciona'),
  proxied: 'Un proxy alcanza al bróker por este equipo.',
  openNow: 'Este perfil está abierto: la barra de estado muestra su propia conexión.',
  requestKnown: 'La dirección conoce la solicitud.',
  timeRefused: ({ skewMs }, writer) =>
    `El bróker rechaza la hora de la solicitud. ${skewMs === null ? 'Ajuste el reloj de este equipo.' : clockText({ skewMs }, writer)}`,
  signatureWrong:
    'La firma es incorrecta: el secreto es erróneo o pertenece a otra clave. Introduzca ambos de nuevo.',
  keyRefused: ({ reason }) => `La clave se rechaza: ${reason}`,
}
