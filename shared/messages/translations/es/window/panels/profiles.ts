import type { profilePanelText } from '../../../../en/window/panels/profiles.js'
import type { Translated } from '../../../../translated.js'

/** The page of profiles and their credentials, in Spanish. */
export const profilePanelTextEs: Translated<typeof profilePanelText> = {
  title: 'Perfiles',
  current: 'abierto',
  list: 'Sus perfiles',
  create: 'Perfil nuevo',
  import: 'Importar…',
  export: 'Exportar…',
  exported: 'Perfil exportado, sin sus credenciales',
  duplicate: 'Duplicar',
  duplicated: 'Duplicado sin credenciales: introdúzcalas para la copia',
  remove: 'Eliminar…',
  removeTitle: (name) => `¿Eliminar «${name}»?`,
  removeLoses: [
    'Sus credenciales y su sesión se eliminan de este equipo. Siguen siendo válidas en el bróker hasta que usted las revoque allí.',
    'Su diario de órdenes se archiva, no se borra.',
    'Las órdenes y posiciones en el bróker no se ven afectadas.',
  ],
  removeCancel: 'Cancelar',
  removeDo: 'Eliminar perfil',
  open: 'Abrir este perfil',
  isOpen: 'Este perfil está abierto',
  name: 'Nombre',
  environment: 'Entorno',
  access: 'Método de acceso',
  algorithm: 'Firma',
  apiVersion: 'Versión de la API',
  apiVersions: { v3: 'v3 (actual)', v2: 'v2 (anterior)' },
  newName: { practice: 'Práctica', sandbox: 'Pruebas', production: 'Mi cuenta' },
  ways: {
    key: 'Clave de aplicación y código en el teléfono',
    connect: 'Inicio de sesión en el navegador (Connect)',
    both: 'Ambos: sesión en el navegador, órdenes con clave de aplicación',
    institution: 'Institución (Broker API)',
  },
  builtIn:
    'El mercado de práctica se ejecuta dentro de Countersign y crea sus propias credenciales. No hay nada que introducir.',
  practiceAccess: 'Se usa para',
  practiceWays: { both: 'Operar', institution: 'Consola de instituciones (Broker API)' },
  institution:
    'Un perfil para instituciones: no abre una sesión para operar. Sus clientes, transferencias y órdenes están en el panel Institución, mientras esté abierto un perfil del mismo entorno.',
  openConsole: 'Abrir el panel Institución',
  ownPractice: 'Un mercado de práctica propio, con su propio dinero, órdenes y diario.',
  credentials: 'Credenciales',
  credentialsHint:
    'De su aplicación en las páginas para desarrolladores del bróker. Se guardan en el almacén de claves de este equipo y no se vuelven a mostrar.',
  fields: {
    app_key: 'Clave de aplicación',
    app_secret: 'Secreto de aplicación',
    client_id: 'ID de cliente',
    client_secret: 'Secreto de cliente',
    scope: 'Alcance',
  },
  set: (ending, since) =>
    ending === null
      ? `guardada, desde ${since}`
      : `guardada, termina en …${ending}, desde ${since}`,
  unset: 'sin guardar',
  enter: 'Introducir',
  replace: 'Reemplazar',
  save: 'Guardar',
  forget: 'Eliminar',
  cancel: 'Cancelar',
  showEndings: 'Mostrar últimas 4',
  memory:
    'No se encontró un almacén de claves en este equipo: las credenciales se mantienen en memoria hasta que Countersign se cierre.',
  problems: {
    'key-store-changed':
      'Estas credenciales se cifraron con otro almacén de claves. No se modificaron; inicie sesión de nuevo en aquel escritorio o introdúzcalas otra vez (el archivo anterior se archiva).',
    unreadable:
      'Las credenciales guardadas no se pueden leer. No se modificaron; al introducirlas otra vez se archiva el archivo anterior.',
  },
  rotate: 'Rotar…',
  rotateTitle: 'Reemplazar credenciales expuestas',
  rotateSteps: [
    'En las páginas para desarrolladores del bróker, restablezca la clave de esta aplicación. La clave anterior deja de funcionar de inmediato.',
    'Aquí, elimine las credenciales anteriores. Se cierra la sesión; las órdenes activas siguen en el bróker.',
    'Introduzca las credenciales nuevas e inicie sesión de nuevo.',
  ],
  rotateDo: 'Eliminar las anteriores',
  rotated: 'Las credenciales anteriores se eliminaron. Introduzca las nuevas.',
  hosts: 'Servidores',
  hostsFrozen: 'Producción se conecta únicamente a los servidores publicados del bróker.',
  hostsEdit: 'Usar otros servidores',
  hostNames: {
    api: 'API',
    oauth: 'API de acceso',
    passport: 'Página de acceso',
    events: 'Eventos de órdenes',
    data: 'Datos de mercado',
  },
  authority: 'Autoridad certificadora (PEM)',
  authorityHint:
    'Solo para sus propios servidores: entonces no se confía en nada más. Vacío: las públicas.',
  trust: 'Certificados de confianza',
  hostsSave: 'Guardar servidores',
  hostsReset: 'Restaurar los publicados',
  hostsWrong:
    'Una dirección está incompleta: use https://servidor en las tres primeras y servidor:puerto en las demás.',
  proxy: 'Proxy',
  proxyKind: 'Conectar con el bróker mediante',
  proxies: {
    automatic: 'Automático (entorno)',
    none: 'Sin proxy',
    address: 'Este proxy HTTP',
  },
  proxyAddress: 'Dirección del proxy',
  proxyWrong: 'Indique una dirección como http://proxy.example:3128.',
  redirect: 'Dirección de retorno',
  redirects: {
    loopback: 'Este equipo (127.0.0.1)',
    manual: 'Una dirección registrada que pego yo',
  },
  redirectKind: 'A dónde vuelve el navegador',
  redirectPort: 'Puerto',
  redirectAddress: 'Registre exactamente esta dirección en el bróker',
  redirectStates: {
    free: 'El puerto está libre en este equipo.',
    'in-use':
      'Otro programa usa este puerto, así que no se puede recibir el inicio de sesión. Cierre ese programa, o use otro puerto y registre también su dirección.',
    changing:
      'Con el puerto 0 cada inicio de sesión usa otro puerto, y ningún registro puede contenerlos. Elija uno fijo.',
    pasted: 'Tras iniciar sesión, el navegador muestra esta dirección: péguela aquí.',
  },
  redirectUse: (port) => `Usar el puerto ${port}`,
  redirectCheck: 'Comprobar de nuevo',
  redirectUri: 'Dirección registrada',
  test: 'Probar conexión',
  testing: 'Probando',
  good: 'La conexión funciona.',
  bad: 'La conexión todavía no funciona.',
  unsaved: 'Surte efecto la próxima vez que se abra el perfil.',
  checks: {
    network: 'Red',
    certificate: 'Certificado',
    clock: 'Reloj',
    environment: 'Entorno',
    key: 'Clave',
    signature: 'Secreto',
    token: 'Token',
    rights: 'Permisos',
    accounts: 'Cuentas',
  },
  states: { good: 'correcto', bad: 'error', 'not-tried': 'omitido' },
}
