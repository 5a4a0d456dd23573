import type { Environment } from '../../../domain/environment.js'
import type { CatalogueLike } from '../../catalogue.js'
import type { EnglishCatalogue } from '../../en/index.js'

const ENVIRONMENTS: Readonly<Record<Environment, string>> = {
  practice: 'Práctica',
  sandbox: 'Pruebas',
  production: 'Producción',
}

const NOT_WRITTEN: Readonly<Record<string, string>> = {
  full: 'el disco está lleno. Libere espacio o elija otro lugar.',
  denied: 'no está permitido escribir en esa carpeta. Elija otra.',
  missing: 'la carpeta ya no existe. Elija otra.',
}
const NOT_READ: Readonly<Record<string, string>> = {
  denied: 'no está permitido leerlo.',
  missing: 'ya no existe.',
}

/** Files, processes and windows of Countersign, in Spanish. */
export const system: CatalogueLike<EnglishCatalogue>['system'] = {
  settingsNotSaved: 'Sus ajustes no se pudieron guardar en este equipo.',
  settingNotSaved: 'El ajuste no se pudo guardar en este equipo.',
  fileNotWritten: ({ why, code }) =>
    `El archivo no se pudo escribir ahí: ${NOT_WRITTEN[why] ?? `${code}.`}`,
  fileNotRead: ({ why, code }) => `El archivo no se pudo leer: ${NOT_READ[why] ?? `${code}.`}`,
  exportAuditTitle: ({ environment }) =>
    `Exportar el registro de auditoría (${ENVIRONMENTS[environment]})`,
  exportReceiptTitle: ({ environment }) => `Exportar el comprobante (${ENVIRONMENTS[environment]})`,
  profileFile: 'Perfil de Countersign',
  workspaceFile: 'Espacio de trabajo de Countersign',
  receiptFile: 'Comprobante de Countersign',
  publicKeyFile: 'Clave pública',
  exportReceiptKeyTitle: ({ environment }) =>
    `Guardar la clave pública de los comprobantes (${ENVIRONMENTS[environment]})`,
  checkReceiptTitle: 'Comprobar un comprobante',
  jsonLines: 'Líneas JSON',
  pngFile: 'Imagen PNG',
  savePictureTitle: 'Guardar imagen',
  keysFile: 'Atajos de teclado',
  exportKeysTitle: 'Exportar atajos',
  importKeysTitle: 'Importar atajos',
  notKeysFile: 'Este no es un archivo de atajos de Countersign.',
  csvFile: 'Tabla CSV',
  supportFile: 'Informe para asistencia',
  exportSupportTitle: 'Exportar para asistencia',
  crashed: ({ time, count }, { plural }) =>
    `Countersign o una parte terminó de forma inesperada (${time}). ${plural(count, { one: '# registro está guardado', other: '# registros están guardados' })} en este ordenador y nunca se envía; vea «Exportar para asistencia» en Acerca de. Las órdenes se consultan con el bróker, no se envían otra vez.`,
  exportTableTitle: 'Exportar la tabla',
  exchangeRestarting: 'El mercado de práctica se detuvo y se está iniciando de nuevo.',
  exchangeRestarted:
    'El mercado de práctica se detuvo y se inició de nuevo. Sus órdenes se consultan, no se envían otra vez.',
  filesReplaced:
    'Los archivos del programa Countersign se reemplazaron mientras se ejecuta, como hace una actualización. Nada se inicia desde los otros archivos. Reinicie Countersign.',
  filesRemoved:
    'Los archivos del programa Countersign se eliminaron mientras se ejecuta. Nada se puede iniciar desde ellos. Salga de Countersign e instálelo de nuevo; sus datos no cambian.',
  exchangeUnreadable: 'El mercado de práctica envió una respuesta ilegible.',
  noPendingInstructions: 'Ninguna instrucción pendiente',
  pendingInstructions: ({ count }, { plural }) =>
    plural(count, { one: '# instrucción pendiente', other: '# instrucciones pendientes' }),
  readInstructions: 'Abra Countersign para leerlas. Nada se envía antes de que usted lo apruebe.',
  assistantsHaltedShort: 'asistentes detenidos',
  assistantsHalted: 'Los asistentes están detenidos',
  assistantsHaltedWith: ({ orders }, { message }) =>
    `Los asistentes están detenidos: ${message(orders)}`,
  ordersLeft: ({ working, unknown }, { count }) =>
    `${count(working)} activas, ${count(unknown)} desconocidas`,
  ordersLeftAtLeast: ({ working, unknown }, { count }) =>
    `al menos ${count(working)} activas, ${count(unknown)} desconocidas`,
  ordersUntouched: 'las órdenes siguen activas',
  checkingOrders: 'comprobando que no queda nada',
  stopping: ({ orders }, { message }) => `deteniendo, ${message(orders)}`,
  notHalted: 'No se pudo detener a los asistentes',
  haltInWindow: 'Abra Countersign y use allí el interruptor de emergencia.',
  haltedByKeyboard: 'Detenido con el teclado, desde fuera de la ventana.',
  haltedFromTray: 'Detenido desde la bandeja del sistema.',
  openCountersign: 'Abrir Countersign',
  haltAssistants: 'Detener a los asistentes ahora',
  haltTrading: 'Detener la negociación',
  tradingIsHalted: 'La negociación está detenida',
  tradingHaltedShort: 'negociación detenida',
  keepsRunning: 'Countersign sigue en marcha',
  keepsRunningDetail:
    'Los datos, las alertas y las instrucciones pendientes continúan en la bandeja. Salga desde el menú de la bandeja, o elija en Configuración qué hace cerrar la ventana.',
  quit: 'Salir',
  mainWindowFailed: 'La ventana principal falla una y otra vez.',
  mainWindowFailedDetail:
    'Falló seis veces en un minuto y ahora está en blanco. Las órdenes, las detenciones y los eventos de la cuenta se gestionan fuera de esta ventana y continúan: nada se colocó ni se canceló por este motivo.\n\nVolver a cargar lo intenta de nuevo. El modo seguro abre la ventana con pocos paneles y sin su disposición guardada, que se conserva.',
  panelWindowFailed: 'Una ventana con paneles falla una y otra vez.',
  panelWindowFailedDetail:
    'Falló seis veces en un minuto y ahora está en blanco. Las órdenes, las detenciones y los eventos de la cuenta se gestionan fuera de esta ventana y continúan: nada se colocó ni se canceló por este motivo.\n\nVolver a cargar lo intenta de nuevo. Si la cierra, sus paneles pasan a la ventana principal.',
  confirmWindowFailed: 'La ventana de confirmación falla una y otra vez.',
  confirmWindowFailedDetail:
    'Falló seis veces en un minuto y ahora está en blanco. Ninguna instrucción se aprobó por este motivo; las instrucciones pendientes siguen en la bandeja hasta que caduquen.\n\nVolver a cargar lo intenta de nuevo. Si la cierra, la próxima tarjeta abre una nueva.',
  reloadWindow: 'Volver a cargar',
  openSafeMode: 'Abrir en modo seguro',
  closeWindow: 'Cerrar la ventana',
  signInReceivedTitle: 'Ya está de vuelta',
  signInReceived: 'Countersign recibió la respuesta. Puede cerrar esta página.',
  signInUnknownTitle: 'No se inició ninguna sesión',
  signInUnknown:
    'Esta dirección no corresponde a un inicio de sesión que Countersign esté esperando. Empiece de nuevo en Countersign.',
  noOrder: 'No se colocó ninguna orden.',
  ordersRecovered:
    'Las órdenes en curso están en el diario: el próximo inicio las consulta y no envía ninguna otra vez.',
  assistiveQuestion: '¿Aceptar aprobaciones y órdenes sin una pulsación observada?',
  assistiveDetail:
    'Los productos de apoyo pulsan sin ratón ni teclado, y Countersign no puede observarlo. Quien manipule una ventana de Countersign podría entonces aprobar, operar y reanudar sin usted.\n\nAcéptelo solo si usa un lector de pantalla, control por voz o un conmutador y lo pidió usted.',
  assistiveKeepOff: 'Dejar desactivado',
  assistiveAccept: 'Aceptar',
  practiceSilent: 'La bolsa de práctica no respondió. Inténtelo de nuevo.',
}
