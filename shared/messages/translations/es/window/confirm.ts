import type { ConfirmText } from '../../../window-text.js'
import { environmentLabelsEs } from './environments.js'
import { errorTextEs } from './errors.js'

const plural = (count: number, singular: string, pluralForm: string): string =>
  `${count} ${count === 1 ? singular : pluralForm}`

/** Every text of the confirm window, in Spanish. */
export const confirmText: ConfirmText = {
  outside: 'Esta página pertenece a Countersign y solo funciona dentro de la aplicación.',
  nothing: 'Sin instrucciones pendientes',
  nothingHint: 'Las nuevas instrucciones aparecen aquí.',
  waiting: (count) => (count === 0 ? '' : `${count} más en espera`),
  describe: {
    place: 'solicita una orden nueva',
    replace: 'solicita modificar una orden',
    cancel: 'solicita cancelar una orden',
  },
  summary: (assistant, does, line, environment) =>
    `${assistant} ${does} en ${environment}: ${line}`,
  batchSummary: (assistant, count, environment) =>
    `${assistant} solicita ${plural(count, 'orden', 'órdenes')} en ${environment}`,
  cancelSummary: (assistant, count, environment) =>
    `${assistant} solicita ${plural(count, 'cancelación', 'cancelaciones')} en ${environment}`,
  actions: { place: 'Orden nueva', replace: 'Modificar orden', cancel: 'Cancelar orden' },
  environments: environmentLabelsEs,
  environment: {
    practice: 'Mercado simulado',
    sandbox: 'Entorno de pruebas, datos con retraso',
    production: 'Dinero real',
  },
  account: (label, lastFour) => `${label} ••${lastFour}`,
  sections: {
    requester: 'Solicitada por',
    money: { buy: 'Costo', sell: 'Ingresos', short: 'Ingresos' },
    contracts: 'Valor y margen',
    effect: 'Efecto en la cuenta',
    market: 'Mercado',
    compare: 'Cambios',
    stays: 'Queda abierto',
    exits: 'Una vez ejecutada',
    protection: 'Una de estas',
    linked: 'Órdenes vinculadas',
    reminders: 'Conviene saber',
    policy: 'Reglas',
    reason: 'Motivo',
    net: 'Todas las órdenes juntas',
    rows: 'Órdenes',
  },
  payoff: {
    title: 'Al vencimiento, según el precio del subyacente',
    chart: (figures) => `Resultado al vencimiento: ${figures}`,
    reading: (price, result) => `A ${price}: ${result}`,
  },
  requester: {
    assistant: 'Asistente',
    source: 'Origen',
    firstSeen: 'Primera vez',
    today: 'Órdenes hoy',
    local: 'Este equipo',
    hosted: 'El servicio del bróker',
    ofLimit: (count, limit) => (limit === null ? `${count}, sin límite` : `${count} de ${limit}`),
    times: (count) => `${count} solicitudes`,
  },
  before: 'Antes',
  after: 'Después',
  changed: 'Modificado',
  warning: 'Advertencia',
  becomes: 'pasa a',
  labels: { live: 'En vivo', stale: 'Cotización antigua', delayed: 'Datos con retraso' },
  quoteAge: (age) => `Cotización de hace ${age}`,
  noQuote: 'Sin cotización',
  ago: (age) => `hace ${age}`,
  passed: 'Cumplida',
  noRules: 'No se aplicó ninguna regla.',
  fence: 'Texto escrito por el asistente, sin verificar',
  noReason: 'El asistente no dio ningún motivo.',
  dangers: {
    title: (count) =>
      count === 0
        ? 'Orden grande: escriba su tamaño'
        : count === 1
          ? 'Acepte este riesgo para aprobar'
          : `Acepte estos ${count} riesgos para aprobar`,
    typed: (value) => `Escriba el tamaño para aprobar: ${value}`,
    label: 'Tamaño',
  },
  expiresIn: (clock) => `Vence en ${clock}`,
  expired: 'Vencida',
  announce: (seconds) => `Esta instrucción vence en ${seconds} segundos. Puede ampliar el plazo.`,
  arming: (seconds) => `Lista en ${seconds} s`,
  because: (subject, from, to) =>
    `${subject}${from === null ? '' : ` ${from}`}${to === null ? '' : from === null ? `: ${to}` : ` → ${to}`}.`,
  becauseSpoken: (subject, from, to) =>
    `${subject}${from === null ? '' : ` de ${from}`}${to === null ? '' : ` a ${to}`}. Aprobar no está disponible por un momento.`,
  tooEarly: 'Demasiado pronto.',
  ready: 'Lista. Haga clic en el botón, o enfóquelo y pulse Espacio.',
  holds: {
    ended: 'Esta instrucción ya está decidida.',
    expired: 'Esta instrucción ha vencido.',
    sending: 'Enviando. Espere la respuesta.',
    halted: 'La negociación está detenida. No se puede aprobar nada.',
    locked: 'Countersign está bloqueado. Desbloquéelo para aprobar.',
    source: 'No se puede conectar con el bróker: no se sabe si sigue pendiente allí.',
    loading: 'Cargando precios y costo.',
    preview: 'El costo se está actualizando.',
    hidden: 'Otra ventana cubre esta. Tráigala al frente.',
    rows: 'Seleccione al menos una orden.',
    unseen: 'Desplácese hasta el final: parte de esta tarjeta no se ha mostrado.',
    dangers: 'Acepte primero cada riesgo en la parte superior.',
    quantity: 'Escriba primero el tamaño en la parte superior.',
    drawing: 'Mostrando los datos más recientes.',
    unfocused: 'Haga clic en esta ventana para iniciar la cuenta atrás.',
  },
  results: {
    confirmed: 'Aprobada y aceptada',
    rejected: 'Aprobada, pero rechazada por el bróker',
    stopped: 'Aprobada, pero no enviada',
    uncertain: 'Aprobada, resultado aún desconocido',
    declined: 'Declinada',
    expired: 'Vencida',
    withdrawn: 'Retirada',
  },
  moved: (from, to) => `El costo pasó de ${from} a ${to}. Revíselo antes de aprobar.`,
  amended: 'Modificada por usted. Se notifica al asistente.',
  deny: 'Declinar',
  denyAll: (count) => `Declinar las ${count}`,
  denyPause: 'Declinar y pausar 15 min',
  denyWhy: 'Declinar con motivo…',
  later: 'Ahora no',
  laterKey: 'Esc',
  change: 'Modificar…',
  moreTime: 'Ampliar plazo',
  requote: 'Actualizar cotización',
  approve: (action) =>
    ({ place: 'Aprobar', replace: 'Aprobar cambio', cancel: 'Aprobar cancelación' })[action],
  approveRows: (count, all) =>
    count === all ? `Aprobar las ${all}` : `Aprobar ${count} de ${all}`,
  approveCancellations: (count, all) =>
    count === all
      ? `Aprobar ${plural(all, 'cancelación', 'cancelaciones')}`
      : `Aprobar ${count} de ${plural(all, 'cancelación', 'cancelaciones')}`,
  total: (value) => `Total ${value}`,
  ticked: (count, all) => `${count} de ${all} seleccionadas`,
  oneByOne: 'No todas las órdenes son del nivel más bajo: apruebe cada una por separado.',
  rowTick: (line) => `Incluir: ${line}`,
  rowOf: (index, count) => `Orden ${index} de ${count}`,
  sending: 'Enviando',
  close: 'Cerrar',
  next: 'Siguiente',
  failed: 'La solicitud falló. No se decidió nada.',
  errors: errorTextEs,
  whySheet: {
    title: 'Declinar con motivo',
    label: 'Motivo, se envía al asistente',
    pause: 'Pausar además este asistente 15 min',
    left: (count) => `quedan ${count}`,
    deny: 'Declinar',
    back: 'Volver',
  },
  changeSheet: {
    title: 'Modificar antes de decidir',
    note: 'Crea una tarjeta nueva con un costo nuevo. No aprueba nada.',
    quantity: 'Cantidad',
    amount: 'Importe',
    limitPrice: 'Precio límite',
    stopPrice: 'Precio stop',
    see: 'Mostrar el nuevo costo',
    back: 'Volver',
    notNumber: 'Introduzca un número mayor que cero.',
    same: 'Todavía no ha cambiado nada.',
  },
}
