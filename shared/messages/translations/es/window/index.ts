import { assistantChangesTextEs } from './assistants/changes.js'
import { assistantNoticesEs } from './assistants/notices.js'
import { notificationLevelsEs } from './desktop/notification-levels.js'
import { LANGUAGE_NAMES } from '../../../languages.js'
import { orderTypeLabels } from '../instructions/order-types.js'
import { chartTextEs } from './chart/chart.js'
import { chartTradingTextEs } from './chart/trading.js'
import type { WindowText } from '../../../window-text.js'
import { environmentLabelsEs } from './environments.js'
import { connectTextEs } from './connect.js'
import { errorTextEs } from './errors.js'
import { chartViewTextEs } from './chart/view.js'
import { drawingsTextEs } from './chart/drawings.js'
import { indicatorsTextEs } from './chart/indicators.js'
import { instructionTextEs } from './instructions.js'
import { instrumentTextEs } from './instruments.js'
import { limitNoticesEs, limitsTextEs } from './limits.js'
import { depthTextEs, watchlistTextEs } from './market.js'
import { statusTextEs } from './status.js'
import { marketTextEs } from './markets.js'
import { strategyTextEs } from './strategies.js'
import { orderTextEs } from './orders/orders.js'
import { lockTextEs, profileTextEs } from './profiles.js'
import { replayBarsTextEs } from './chart/replay-bars.js'
import { accountTextEs, positionsTextEs } from './portfolio.js'
import { keyboardTextEs } from './desktop/keyboard.js'
import { checkUpdatesEs, updatesTextEs } from './desktop/updates.js'
import { tableTextEs } from './table.js'
import { alertTextEs } from './alerts/alerts.js'
import { basketTextEs } from './orders/basket.js'
import { ticketTextEs } from './orders/ticket.js'
import { tradingTextEs } from './orders/trading.js'
import { panelTitlesEs } from './windows/panel-titles.js'
import { workspacesText } from './windows/workspaces.js'
/** The texts of the main window that a start loads, in Spanish. */
export const text: WindowText = {
  app: {
    name: 'Countersign',
    outside: 'Esta página pertenece a Countersign y solo funciona dentro de la aplicación.',
    starting: 'Iniciando',
    crashed: 'Falló esta parte de la ventana.',
    crashedHint:
      'El resto sigue funcionando. Sus órdenes no se ven afectadas: se gestionan fuera de esta ventana.',
    tryAgain: 'Reintentar',
  },
  safeMode: {
    strip: 'Modo seguro: pocos paneles, sin su disposición guardada.',
    stays:
      'Las órdenes, las detenciones y los eventos de la cuenta no se ven afectados. Los cambios en los paneles no se guardan.',
    leave: 'Salir del modo seguro',
  },
  environments: environmentLabelsEs,
  environment: {
    practice: 'Mercado simulado. No se mueve dinero real.',
    sandbox: 'Entorno de pruebas del bróker. Datos con retraso.',
    production: 'Cuenta real. Las órdenes usan dinero real.',
  },
  phase: {
    starting: 'Iniciando',
    'signing-in': 'Iniciando sesión',
    ready: 'Sesión iniciada',
    reconnecting: 'Reconectando',
    attention: 'Requiere atención',
    'signed-out': 'Sesión cerrada',
  },
  /** The names of the tables, for screen readers. */
  tables: {
    watchlist: 'Seguimiento',
    orders: 'Órdenes',
    positions: 'Posiciones',
    fills: 'Ejecuciones',
  },
  table: tableTextEs,
  dock: {
    empty: 'No hay paneles abiertos',
    news: (count) => (count === 1 ? '1 nueva' : `${count} nuevas`),
    emptyHint: 'Abra uno en el menú Ver o restaure el espacio de trabajo predeterminado.',
  },
  menu: {
    view: 'Ver',
    app: 'Countersign',
    help: 'Ayuda',
    panels: 'Paneles',
    search: 'Buscar símbolos y comandos',
    settings: 'Configuración',
    account: 'Cuenta',
    quit: 'Salir de Countersign',
    noAccount: 'Sin cuenta',
    switchAccount: 'Negociar con la cuenta',
    unsupportedAccount: (number) => `${number} (Countersign no la admite)`,
  },
  status: statusTextEs,
  notices: {
    'workspace-set-aside':
      'No se pudo leer un espacio de trabajo guardado. Su archivo se renombró, no se borró; los demás espacios no cambiaron.',
    'reset-done': 'Countersign se restableció.',
    'preferences-set-aside':
      'No se pudo leer el archivo de preferencias. Se le cambió el nombre, no se borró, y se usan los valores predeterminados.',
    'journal-tail-cut':
      'El diario de órdenes terminaba en una entrada incompleta, que se quitó. Las órdenes se están comprobando con el bróker.',
    'journal-archive-damaged': 'Faltan partes archivadas del diario de órdenes o están dañadas.',
    'key-store-missing':
      'No se encontró un almacén de claves del sistema. Su sesión se mantiene solo en memoria y termina al cerrar Countersign.',
    'practice-stopped': 'El mercado de práctica se detuvo y se está iniciando de nuevo.',
    'practice-restarted':
      'El mercado de práctica se detuvo y se inició de nuevo. Sus órdenes se consultan, no se envían otra vez.',
    'practice-blocked':
      'El mercado de práctica se detuvo y no se inicia de nuevo antes que Countersign. Sus órdenes de práctica están guardadas y continúan entonces; nada se envía dos veces.',
    'broker-event': 'Su bróker informó un cambio.',
    'positions-unknown':
      'No se pudieron leer las posiciones de esta cuenta, así que no se sabe qué contiene. Se leen de nuevo cada pocos segundos.',
    'practice-reset': 'La práctica empezó de nuevo con una bolsa nueva.',
    'practice-not-reset':
      'La práctica no se pudo restablecer: sus datos no se pudieron mover. Sigue en la misma bolsa que antes, con todo lo que tiene. Cierre otros programas que usen su carpeta e inténtelo de nuevo.',
    'practice-data': 'El mercado de práctica comprobó sus datos guardados.',
    'practice-replay': 'Este perfil repite barras grabadas.',
    'trading-halted':
      'La negociación está detenida. Hasta que se reanude solo se envían cancelaciones y «Cerrar posiciones».',
    'crash-recorded': 'La última ejecución no terminó en orden.',
    'exposed-process': 'En este programa solo se abre la práctica.',
    'order-anomaly':
      'El bróker envió una actualización de orden incoherente. Compruebe la orden con su bróker.',
    'kill-keys-taken':
      'Otro programa usa el atajo que detiene a los asistentes. Elija otro en Configuración; el botón y el icono de la bandeja siguen funcionando.',
    ...assistantNoticesEs,
    'halt-not-stored':
      'La detención no se pudo guardar en este equipo y terminaría con Countersign. Se intenta de nuevo cada dos segundos; libere espacio en el disco.',
    ...limitNoticesEs,
    'alerts-damaged':
      'No se pudo leer el archivo con sus alertas. Se renombró, no se eliminó, y la lista empieza vacía. Cree las alertas de nuevo.',
    'drawings-damaged':
      'No se pudo leer el archivo con sus dibujos. Se renombró, no se eliminó, y los gráficos empiezan sin dibujos.',
    'journal-notes-damaged':
      'No se pudo leer el archivo de sus notas del diario. Se renombró, no se borró, y las notas empiezan vacías. Las imágenes no se tocaron.',
    dismiss: 'Descartar aviso',
  },
  programFiles: {
    replaced: 'Los archivos del programa Countersign se reemplazaron mientras se ejecuta.',
    removed: 'Los archivos del programa Countersign se eliminaron mientras se ejecuta.',
    hints: {
      replaced:
        'Sigue como se inició y no inicia nada desde los otros archivos. Reinícielo cuando le convenga. Las órdenes en el bróker siguen activas.',
      removed:
        'Sigue como se inició y no puede iniciar nada más. Salga cuando le convenga e instálelo de nuevo. Las órdenes en el bróker siguen activas; sus datos no cambian.',
    },
    restart: 'Reiniciar Countersign',
    waiting: 'Se reinicia por sí mismo en cuanto nada lo impida.',
    cancel: 'No reiniciar',
  },
  unreadable: {
    rows: {
      accounts: (count) =>
        count === 1 ? 'No se pudo leer 1 cuenta.' : `No se pudieron leer ${count} cuentas.`,
      positions: (count) =>
        count === 1 ? 'No se pudo leer 1 posición.' : `No se pudieron leer ${count} posiciones.`,
      openOrders: (count) =>
        count === 1
          ? 'No se pudo leer 1 orden abierta.'
          : `No se pudieron leer ${count} órdenes abiertas.`,
      orderHistory: (count) =>
        count === 1
          ? 'No se pudo leer 1 orden anterior.'
          : `No se pudieron leer ${count} órdenes anteriores.`,
      instruments: (count) =>
        count === 1
          ? 'No se pudo leer 1 instrumento.'
          : `No se pudieron leer ${count} instrumentos.`,
      other: (count) =>
        count === 1
          ? 'No se pudo leer 1 fila de datos.'
          : `No se pudieron leer ${count} filas de datos.`,
    },
    account: (name) => `Cuenta: ${name}.`,
    symbols: (names) => `Instrumentos: ${names}.`,
    meaning: {
      accounts: 'Todo lo demás funciona. Consulte sus cuentas con su bróker.',
      positions:
        'No se incluye aquí ni en los totales; los asistentes no pueden operar estos instrumentos. Compruébelo con su bróker.',
      openOrders:
        'No se incluye aquí y puede seguir activa, así que el interruptor de emergencia no puede indicar cero. Compruébelo con su bróker.',
      orderHistory: 'No se incluye en la lista de órdenes anteriores.',
      instruments: 'No se incluye en las búsquedas; todo lo demás funciona.',
      other: 'Todo lo demás funciona.',
    },
  },
  palette: {
    title: 'Comandos y símbolos',
    placeholder: 'Escriba un símbolo, un panel o un comando',
    symbols: 'Símbolos',
    panels: 'Paneles',
    trading: 'Operar',
    commands: 'Comandos',
    recent: 'Recientes',
    none: 'Sin coincidencias',
    searching: 'Buscando',
  },
  shortcuts: keyboardTextEs,
  commands: {
    nextGroup: 'Grupo siguiente',
    previousGroup: 'Grupo anterior',
    closePanel: 'Cerrar panel',
    ticketSymbol: 'Boleta: cambiar de símbolo',
    nextTheme: 'Tema siguiente',
  },
  updates: updatesTextEs,
  settings: {
    title: 'Configuración',
    preferences: {
      language: { label: 'Idioma', names: LANGUAGE_NAMES },
      theme: {
        label: 'Tema',
        names: {
          system: 'Según el sistema',
          dark: 'Oscuro',
          light: 'Claro',
          contrast: 'Alto contraste',
        },
      },
      marketColors: {
        label: 'Colores del mercado',
        names: {
          'green-red': 'Verde sube, rojo baja',
          'blue-orange': 'Azul sube, naranja baja',
        },
      },
      confirmOrders: { label: 'Confirmar antes de enviar, modificar o cancelar una orden' },
      assistiveApproval: {
        label: 'Aceptar aprobaciones y órdenes de productos de apoyo',
        hint: 'Para lectores de pantalla y control por voz, que pulsan sin ratón ni teclado. Las aprobaciones y órdenes cuentan entonces sin una pulsación observada por Countersign: menos protección frente a una ventana manipulada.',
      },
      notifyFills: { label: 'Ejecuciones', names: notificationLevelsEs },
      notifyPartialFills: { label: 'Ejecuciones parciales', names: notificationLevelsEs },
      notifyRejections: { label: 'Rechazos', names: notificationLevelsEs },
      notifyCancellations: { label: 'Cancelaciones del bróker', names: notificationLevelsEs },
      notifyExpiries: { label: 'Vencimientos', names: notificationLevelsEs },
      notifyInstructions: { label: 'Instrucciones de asistentes', names: notificationLevelsEs },
      notifyConnection: { label: 'Conexión perdida más de un minuto', names: notificationLevelsEs },
      privacyMode: {
        label: 'Modo privado: ocultar importes',
        hint: 'Saldos, cantidades, ganancias y pérdidas y números de cuenta, también en gráficos, imágenes, avisos y lo que dice un lector de pantalla. Los precios del mercado y lo que escribe permanecen. La ventana de confirmación y toda revisión muestran la orden que se envía con su tamaño, precio y coste, pero ningún saldo ni posición. Un archivo que exporte tiene todos los importes.',
      },
      closeWindow: {
        label: 'Cerrar la ventana',
        hint: 'En la bandeja continúan los datos, las alertas y las instrucciones. Si el escritorio no tiene bandeja, cerrar es salir. Salir pregunta antes mientras haya órdenes o instrucciones abiertas.',
        names: { quit: 'Sale de Countersign', tray: 'Lo mantiene en la bandeja' },
      },
      checkUpdates: checkUpdatesEs,
      priceTolerance: {
        label: 'Actualizar una tarjeta cuando cambia su costo',
        hint: 'En más que esto mientras la lee, lo que sea mayor.',
        names: {
          narrow: '0.1% o 2 ticks',
          usual: '0.5% o 5 ticks',
          wide: '1% o 10 ticks',
        },
      },
      killShortcut: {
        label: 'Atajo que detiene a los asistentes',
        hint: 'Funciona en todos los programas mientras haya un asistente vinculado.',
        names: {
          'CommandOrControl+Alt+Shift+H': 'Ctrl Alt Shift H',
          'CommandOrControl+Alt+Shift+K': 'Ctrl Alt Shift K',
          'CommandOrControl+Alt+Shift+F12': 'Ctrl Alt Shift F12',
          off: 'Sin atajo',
        },
      },
    },
    notifications: 'Notificaciones',
    notificationsHint:
      'No se nombra nada de una orden mientras Countersign está bloqueado u oculta importes. Las alertas tienen su propia configuración.',
    reset: 'Restablecer espacio de trabajo…',
    tour: 'Mostrar la guía otra vez',
    done: 'Listo',
    notSaved: 'No se pudo guardar el cambio',
  },
  pictures: {
    copy: 'Copiar imagen del panel',
    save: 'Guardar imagen del panel…',
    copied: 'Imagen copiada',
    saved: 'Imagen guardada',
    noPanel: 'No hay ningún panel abierto',
  },
  privacy: {
    hide: 'Ocultar importes',
    show: 'Mostrar importes',
    badge: 'Importes ocultos',
    badgeHint: 'El modo privado está activado. Pulse para mostrar los importes.',
  },
  trading: tradingTextEs,
  reset: {
    title: '¿Restablecer el espacio de trabajo?',
    body: 'Los paneles, las columnas y los ajustes de vista vuelven a sus valores predeterminados.',
    stays: 'Su lista de seguimiento, sus órdenes y sus preferencias no cambian. Se puede deshacer.',
    confirm: 'Restablecer',
    keep: 'Conservar el mío',
    done: 'Se restableció el espacio de trabajo',
    undo: 'Deshacer',
    undoCommand: 'Deshacer el restablecimiento del espacio de trabajo',
  },
  halt: {
    word: 'Detenido',
    command: 'Detener negociación',
    resumeCommand: 'Reanudar la negociación…',
    resumedByHand: 'Reanudado por usted en Countersign.',
    explained:
      'Detiene de inmediato las órdenes nuevas y los cambios. Las órdenes activas siguen en el bróker y se pueden cancelar.',
    strip: 'La negociación está detenida. Solo se envían cancelaciones y «Cerrar posiciones».',
    unknown: 'Aún no se sabe qué órdenes siguen activas en el bróker; se pueden cancelar.',
    stays: 'Las órdenes activas siguen en el bróker; se pueden cancelar.',
    title: '¿Reanudar la negociación?',
    body: 'Las órdenes nuevas y los cambios se enviarán de nuevo. Las órdenes que estaban activas al detener la negociación no se modificaron: pueden haberse ejecutado desde entonces o ejecutarse todavía.',
    reason: 'Motivo de la detención',
    working: (count) =>
      count === 0
        ? 'Ninguna orden está activa ahora.'
        : count === 1
          ? '1 orden está activa ahora.'
          : `${count} órdenes están activas ahora.`,
    understood: 'He revisado mis órdenes y posiciones',
    resume: 'Reanudar la negociación',
    stayHalted: 'Seguir detenido',
    stillHalted: 'La negociación sigue detenida',
    stillHaltedHint:
      'No se puede escribir el diario de órdenes, por lo que no se puede enviar nada. Revise el disco e inténtelo de nuevo.',
  },
  about: {
    title: 'Acerca de y licencias',
    reset: 'Restablecer Countersign…',
    body: 'Un cliente de negociación de escritorio para la API abierta de un bróker. Usted negocia en él; un asistente solo puede solicitar una orden, y usted decide.',
    version: 'Versión',
    runtime: 'Entorno',
    support: 'Exportar para asistencia',
    supportHint:
      'Versiones, el registro, los fallos y nombres de archivos. Las claves y lo que lo parece se quitan. Léalo antes de darlo a nadie; nada se envía.',
    supportSaved: 'Guardado. Léalo antes de darlo a nadie.',
    charts: 'Gráficos',
    chartsNotice:
      'TradingView Lightweight Charts™. Copyright © 2025 TradingView, Inc. https://www.tradingview.com/',
    chartsLink: 'Abrir tradingview.com',
    testRuntime: 'TEST RUNTIME: Electron sin actualizaciones de seguridad; solo abre la práctica.',
    runtimeLicences: { electron: 'Licencia de Electron', chromium: 'Licencias de Chromium' },
    noRuntimeLicences: 'Falta el archivo: esta copia del entorno no trae sus licencias.',
    licences: 'Software de terceros',
    licencesHint: (count) =>
      `${count} paquetes forman parte de esta aplicación. Los textos de sus licencias:`,
    loading: 'Cargando las licencias',
    close: 'Cerrar',
  },
  tour: {
    title: 'Bienvenido a Countersign',
    step: (now, total) => `${now} de ${total}`,
    next: 'Siguiente',
    back: 'Atrás',
    skip: 'Omitir guía',
    finish: 'Empezar a negociar',
    steps: [
      [
        'Está en el mercado de práctica',
        'La banda superior siempre muestra su entorno. La práctica es un mercado completo en este equipo: no se mueve dinero real.',
      ],
      [
        'Elija un símbolo',
        'Haga clic en una fila de la lista de seguimiento, o pulse Ctrl K y escriba. El gráfico, la boleta y el libro siguen su elección.',
      ],
      [
        'Coloque una orden',
        'Complete la boleta y revísela. No se envía nada hasta que usted confirme. Las órdenes, posiciones y ejecuciones aparecen debajo del gráfico.',
      ],
      [
        'Hágalo suyo',
        'Arrastre pestañas para reorganizar, pulse F6 para moverse entre grupos y ? para ver todos los atajos. Su disposición se guarda.',
      ],
    ],
  },
  watchlist: watchlistTextEs,
  assistantChanges: assistantChangesTextEs,
  positions: positionsTextEs,
  instruments: instrumentTextEs,
  orders: orderTextEs,
  profiles: profileTextEs,
  connect: connectTextEs,
  lock: lockTextEs,
  limits: limitsTextEs,
  workspaces: workspacesText,
  instructions: instructionTextEs,
  chart: chartTextEs,
  chartView: chartViewTextEs,
  chartTrading: chartTradingTextEs,
  indicators: indicatorsTextEs,
  drawings: drawingsTextEs,
  alerts: alertTextEs,
  basket: basketTextEs,
  strategy: strategyTextEs,
  ticket: ticketTextEs,
  depth: depthTextEs,
  markets: marketTextEs,
  replayBars: replayBarsTextEs,
  fills: {
    ofOrder: 'de la orden',
    inNewest: 'La comisión de la orden está junto a su última ejecución',
    heads: {
      time: 'Hora ET',
      timeLong: 'Hora de la ejecución en Nueva York (ET)',
      symbol: 'Símbolo',
      side: 'Lado',
      quantity: 'Cant.',
      price: 'Precio',
      value: 'Valor',
      tif: 'Vig.',
      tifLong: 'Vigencia de la orden',
      fees: 'Comisión',
      feesLong: 'Comisión; con varias ejecuciones la de toda la orden, una sola vez',
      type: 'Tipo',
    },
    notice: {
      title: {
        buy: (quantity, name, price) => `Compra ejecutada: ${quantity} ${name} a ${price}`,
        sell: (quantity, name, price) => `Venta ejecutada: ${quantity} ${name} a ${price}`,
        short: (quantity, name, price) =>
          `Venta en corto ejecutada: ${quantity} ${name} a ${price}`,
        roll: (quantity, name, price) => `Roll ejecutado: ${quantity} ${name} a ${price}`,
      },
      filled: (filled, size) => `Ejecutado ${filled} de ${size}`,
      orders: (count) => `${count} órdenes ejecutadas`,
    },
    unknown: 'Las ejecuciones no se conocen',
    empty: 'Ninguna ejecución recibida',
    emptyHint: 'Aparecen aquí a medida que se reciben. El historial lee las del bróker.',
  },
  account: accountTextEs,
  states: {
    loading: 'Cargando',
    stale: (age) => `Última actualización hace ${age}`,
    staleShort: 'Antiguo',
    offline: 'Sin conexión',
    offlineHint: 'Countersign sigue intentándolo. Se muestra el último estado conocido.',
    notConnected: 'Sesión no iniciada',
    notConnectedHint: 'Los datos aparecen al iniciar sesión en la cuenta.',
    noSupportedAccount: 'Ninguna cuenta compatible',
    noSupportedAccountHint:
      'La sesión está iniciada, pero Countersign no es compatible con ninguna de sus cuentas. El aviso de arriba dice qué hacer.',
    failed: 'No se pudo cargar',
    retry: 'Reintentar',
    signedOut: 'Sesión cerrada',
    readAccounts: 'Volver a leer las cuentas',
    signIn: 'Iniciar sesión',
    missing: '—',
  },
  sides: { buy: 'Compra', sell: 'Venta', short: 'Corto', roll: 'Roll' },
  orderTypes: orderTypeLabels,
  panelTitles: panelTitlesEs,
  timesInForce: { day: 'Día', gtc: 'GTC', ioc: 'IOC', fok: 'FOK', gtd: 'GTD' },
  orderSessions: {
    core: 'Regular',
    all: 'Regular y extendido',
    night: 'Solo nocturna',
  },
  errors: errorTextEs,
  dialog: {
    close: 'Cerrar',
    cancel: 'Cancelar',
    back: 'Conservar orden',
    keepOrders: (count) => (count === 1 ? 'Conservar orden' : 'Conservar órdenes'),
  },
  toast: { dismiss: 'Descartar', ref: 'Ref.', region: 'Notificaciones' },
  time: {
    seconds: (n) => `${n} s`,
    minutes: (n) => `${n} min`,
    hours: (n) => `${n} h`,
    days: (n) => `${n} d`,
    yours: (time) => `${time} hora local`,
  },
}
