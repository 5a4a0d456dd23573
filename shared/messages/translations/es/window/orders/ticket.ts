import { combo } from '../../combo.js'
import { orderTextEs } from './orders.js'
import type { ticketText } from '../../../../en/window/orders/ticket.js'
import type { Translated } from '../../../../translated.js'

/** Texts of the ticket, in Spanish. */
export const ticketTextEs: Translated<typeof ticketText> = {
  problems: {
    ...orderTextEs.problems,
    ...combo,
    'not-a-number': 'Introduzca un número, p. ej. 1,234.56.',
    'size-missing': 'Introduzca un tamaño.',
    'account-missing': 'Todavía no hay ninguna cuenta seleccionada.',
    'instrument-unknown': 'El símbolo todavía se está consultando.',
    'not-tradable': 'Este símbolo no se puede negociar.',
    'close-only': 'En este símbolo solo se pueden cerrar posiciones.',
    'not-shortable': 'Este símbolo no se puede vender en corto.',
    'positions-unknown': 'Todavía se están leyendo las posiciones de la cuenta.',
    'nothing-held': 'La cuenta no tiene nada de esto, así que no hay nada que vender.',
    'more-than-held': 'Más de lo que tiene la cuenta. Una orden de cierre no puede ser mayor.',
    'algo-share-missing': 'Introduzca una parte del volumen, de 1 a 20.',
    'expire-date-past': 'Ese día ya pasó.',
    'exit-missing':
      'Introduzca un precio para la toma de ganancias, el límite de pérdidas o los dos.',
  },
  search: 'Cambiar de símbolo',
  pick: 'Ningún símbolo elegido',
  pickHint: 'Busque arriba o elija uno en la lista de seguimiento.',
  otherAccount: (instrument) => `La cuenta seleccionada no negocia ${instrument}`,
  otherAccountHint: 'Sus datos se conservan. Elija la cuenta para esta orden:',
  useAccount: (account) => `Usar la cuenta ${account}`,
  noAccount: (instrument) => `Ninguna de sus cuentas negocia ${instrument}`,
  noAccountHint: 'Abra con su bróker una cuenta para este producto; entonces aparecerá aquí.',
  form: (symbol) => `Orden de ${symbol}`,
  side: 'Lado',
  type: 'Tipo de orden',
  quantity: 'Cantidad',
  amount: 'Importe',
  sizeIn: 'Tamaño en',
  units: {
    stock: 'Acciones',
    option: 'Contratos',
    futures: 'Contratos',
    crypto: 'Monedas',
    event: 'Contratos',
  },
  dollars: 'Dólares',
  eventOutcome: 'Resultado',
  expireDate: 'Último día',
  bounds: {
    between: (min, max) => `De ${min} a ${max}`,
    min: (min) => `Al menos ${min}`,
    max: (max) => `Como máximo ${max}`,
  },
  tick: (step) => `Tick ${step}`,
  tickWorth: (step, value) => `Tick ${step} = ${value} por contrato`,
  algo: {
    label: 'Algoritmo',
    none: 'Ninguno',
    meanings: {
      twap: 'Ejecuta la orden repartida en su horario.',
      vwap: 'Ejecuta la orden según el volumen habitual del día.',
      pov: 'Ejecuta la orden como parte del volumen del mercado.',
    },
    target: 'Parte del volumen',
    max: 'Parte máx. del volumen (opcional)',
    start: 'Inicio ET (opcional)',
    end: 'Fin ET (opcional)',
    hint: 'Porcentaje entero, de 1 a 20',
  },
  facts: {
    option: (units) => `1 contrato = ${units} acciones`,
    expires: (day) => `vence el ${day}`,
    lastDay: (day) => `último día ${day}`,
    future: (size) => `1 punto = ${size}`,
    payout: 'Paga $1.00 por contrato si acierta',
  },
  dollarsNeedMarket: 'Dólares: solo órdenes a mercado',
  limitPrice: 'Precio límite',
  stopPrice: 'Precio stop',
  trail: 'Distancia',
  trailIn: 'Distancia en',
  percent: '%',
  currency: '$',
  timeInForce: 'Vigencia',
  session: 'Sesión',
  timesLong: {
    day: 'Día',
    gtc: 'Hasta cancelación',
    ioc: 'Inmediata o cancelar',
    fok: 'Todo o nada inmediato',
    gtd: 'Hasta una fecha',
  },
  bid: 'Bid',
  ask: 'Ask',
  mid: 'Medio',
  last: 'Último',
  usePrice: (name, price) => `Usar ${name} ${price}`,
  held: (quantity) => `Todo ${quantity}`,
  heldLabel: (quantity) => `Todo ${quantity}: la posición completa`,
  freeLabel: (quantity, held) =>
    `Todo ${quantity}, lo que ninguna orden activa cierra ya, de ${held}`,
  up: 'Aumentar',
  down: 'Reducir',
  side_verbs: { buy: 'Comprar', sell: 'Vender', short: 'Vender en corto' },
  intents: {
    'buy-to-open': 'Comprar para abrir',
    'buy-to-close': 'Comprar para cerrar',
    'sell-to-open': 'Vender para abrir',
    'sell-to-close': 'Vender para cerrar',
  },
  order: (side, subject) => `${side} ${subject}`,
  review: (order) => `Revisar: ${order}`,
  awaited: {
    'account-missing': 'Ninguna cuenta seleccionada',
    'instrument-unknown': 'Consultando el símbolo…',
    'positions-unknown': 'Leyendo las posiciones…',
  },
  incomplete: (side, symbol) => `${side} ${symbol}`,
  sending: 'Enviando',
  asking: 'Esperando su respuesta',
  repeat: 'Repetir la última orden',
  repeatHint: 'Repetir: vuelve a poner la última orden en el formulario. No se envía nada.',
  blocked: 'Esperando la orden anterior',
  halted:
    'La negociación está detenida: esta orden no se puede enviar. Reanude la negociación en la barra superior o abajo a la derecha.',
  haltedButton: 'Negociación detenida',
  closing: 'Esta orden cierra su posición.',
  warnings: {
    oversells: (held, mayShort) =>
      mayShort
        ? `Tiene ${held}, y una orden no vende más que eso. Para quedar en corto, venda primero estas unidades; una vez vendidas, venda el resto en corto.`
        : `Tiene ${held}, y aquí no se puede vender más que eso.`,
    sellsNothing: (mayShort) =>
      mayShort
        ? 'No tiene ninguna unidad. Para vender lo que no tiene, use Vender en corto.'
        : 'No tiene ninguna unidad, así que no hay nada que vender; en esta cuenta no se puede vender en corto.',
    shortWhileLong: (held) =>
      `Tiene ${held}, y el bróker acepta una venta en corto solo cuando no tiene ninguna unidad. Venda primero estas; una vez vendidas, venda en corto.`,
    closingAlready: {
      sell: ({ held, taken, free, orders }, isRefused) =>
        `${orders === 1 ? 'Una orden activa ya vende' : `${orders} órdenes activas ya venden`} ${taken} de sus ${held}${
          isRefused
            ? free === null
              ? ', así que no queda nada que vender.'
              : `, así que solo se pueden vender ${free}.`
            : '. Si esta también se ejecuta, el exceso abre una posición corta.'
        }`,
      buy: ({ held, taken, free, orders }, isRefused) =>
        `${orders === 1 ? 'Una orden activa ya recompra' : `${orders} órdenes activas ya recompran`} ${taken} de las ${held} unidades de su posición corta${
          isRefused
            ? free === null
              ? ', así que no queda nada que recomprar.'
              : `, así que solo se pueden recomprar ${free}.`
            : '. Si esta también se ejecuta, el exceso abre una posición larga.'
        }`,
    },
    cancelClosing: (orders) =>
      orders === 1 ? 'Cancelar esa orden' : `Cancelar esas ${orders} órdenes`,
    throughMarket: {
      buy: (share, market, limit) =>
        `El límite está un ${share} por encima del ask de ${market}: la orden puede ejecutarse a cualquier precio hasta ${limit}.`,
      sell: (share, market, limit) =>
        `El límite está un ${share} por debajo del bid de ${market}: la orden puede ejecutarse a cualquier precio hasta ${limit}.`,
    },
    stopReached: (market) =>
      `El mercado está en ${market}, así que este stop ya se alcanzó: la orden se activa de inmediato.`,
    tooLarge: (missing) => `Supera su poder de compra en ${missing}.`,
    shareOfEquity: (share) => `Esta orden es el ${share} del valor de la cuenta.`,
    wideTrail: (share) => `El stop sigue al precio a un ${share} de distancia.`,
    overnightMargin: (missing) =>
      `Si se mantiene después de hoy, a la cuenta le faltan ${missing} de margen para esta posición. El bróker puede cerrar posiciones.`,
    uncovers: (contracts) =>
      contracts === '1'
        ? 'Esta orden deja sin cobertura 1 opción que usted ha vendido: lo que puede perder ya no queda limitado por lo que tiene.'
        : `Esta orden deja sin cobertura ${contracts} opciones que usted ha vendido: lo que pueden perder ya no queda limitado por lo que tiene.`,
    unlimitedLoss: 'La pérdida de esta orden no tiene límite mientras suba el subyacente.',
    blocked: 'Corrija la orden para enviarla',
  },
  flips: 'Mayor que su posición: el exceso abre una posición en sentido contrario.',
  summary: 'Estimación de la orden',
  cost: { buy: 'Costo', sell: 'Ingresos', short: 'Ingresos' },
  marginReleased: 'Margen liberado',
  margin: 'Margen inicial',
  notional: 'Valor nocional',
  maxGain: 'Ganancia máx.',
  maxLoss: 'Pérdida máx.',
  breakEven: 'Punto de equilibrio',
  payout: 'Pago si acierta',
  unlimited: 'ilimitada',
  fees: 'Comisiones',
  power: 'Poder de compra',
  optionPower: 'Poder de compra de opciones',
  realized: 'Resultado que se fija',
  cover: 'Cubierta por',
  coveredBy: (shares, held) => `${shares} de sus ${held} acciones`,
  stopNow: 'Stop ahora',
  trailLevel: (level, distance, share) => `unos ${level}, a ${distance} (${share})`,
  position: 'Posición',
  becomes: ' pasa a ',
  ourEstimate: 'Estimación de Countersign',
  providerEstimate: (age) => `Estimación del bróker, hace ${age}`,
  estimating: 'Solicitando estimación',
  estimateFailed: 'Falló la estimación del bróker',
  refreshQuote: 'Actualizar',
  about: 'aprox.',
  stockMargin: 'Margen de la posición',
  dayAndOvernight: (day, overnight) => `${day} día · ${overnight} noche`,
  writtenEstimate:
    'Estimado por Countersign como opción descubierta (FINRA 4210). Las acciones o una opción comprada que la cubran reducen el requisito.',
  filled: {
    band: (assistant) => `Rellenada por ${assistant}, sin enviar`,
    clear: 'Vaciar',
  },
  agreement: {
    open: 'Abrir el acuerdo',
    foreign: 'El bróker indicó esta dirección, que no es suya y no se abre:',
    notOpened: 'No se pudo abrir el acuerdo. Inicie sesión en el bróker y búsquelo allí.',
  },
  skipConfirmation: {
    optIn: 'No confirmar más órdenes hasta que Countersign se cierre o se bloquee',
    notice: 'La confirmación de órdenes está desactivada.',
    confirmAgain: 'Activar',
  },
  exits: {
    short: 'TP/SL',
    entry: 'Toma de ganancias y límite de pérdidas',
    entryHint: 'Empiezan a trabajar cuando esta orden se ejecuta; una de ellas cancela la otra.',
    position: 'Con un límite de pérdidas',
    positionHint: 'La primera de las dos órdenes que se ejecute cancela la otra.',
    takeProfit: 'Toma de ganancias, límite',
    stopLoss: 'Límite de pérdidas, stop',
    percent: (text) => `A ${text} de la entrada`,
    gain: (money) => `Aporta ${money}`,
    loss: (money) => `Cuesta ${money}`,
  },
  dialog: {
    title: 'Revisar orden',
    back: 'Volver',
    send: (order) => order,
    waits: (opens) =>
      `Su sesión aún no ha abierto: la orden espera y puede operar desde el ${opens} ET.`,
    refusedHours: {
      'day-after-close':
        'El bróker rechaza ahora esta orden: no admite órdenes de día después del cierre. Elija otra vigencia u otra sesión, o envíela el próximo día de negociación.',
      'only-at-night':
        'El bróker rechaza ahora esta orden: solo admite órdenes nocturnas de 20:00 a 04:00 ET antes de un día de negociación.',
      'futures-closed':
        'El bróker rechaza ahora esta orden: solo admite órdenes de futuros mientras su mercado está abierto.',
    },
    note: 'Se envía una sola vez. Si no llega respuesta, se comprueba el estado antes de enviar nada más.',
    rows: {
      account: 'Cuenta',
      order: 'Orden',
      price: 'Precio',
      timeInForce: 'Vigencia',
      algo: 'Algoritmo',
      legging: 'Pata',
      session: 'Sesión',
      takeProfit: 'Toma de ganancias',
      stopLoss: 'Límite de pérdidas',
      cost: 'Costo',
      fees: 'Comisiones',
      power: 'Poder de compra después',
      optionPower: 'Poder de compra de opciones después',
      position: 'Posición después',
    },
  },
  outcome: {
    sending: 'Enviando la orden',
    asking: 'Aún no enviada',
    askingHint: 'Responda a la pregunta sobre su precio.',
    sendingHint: 'Esperando la respuesta del bróker.',
    acknowledged: (status) => `Orden aceptada: ${status}`,
    filled: (done, total) => `${done} de ${total} ejecutadas`,
    average: (price) => `a ${price}`,
    cancelled: 'Orden cancelada',
    nothingFilled: 'No se ejecutó nada.',
    rejected: 'Orden rechazada',
    rejectedHint: 'No se colocó ninguna orden. Sus datos se conservan.',
    denied: 'No enviada',
    deniedHint: 'Countersign rechazó la orden. No se envió nada.',
    unknown: 'Comprobando: no la envíe otra vez',
    unknownHint:
      'No se recibió respuesta. Es posible que la orden se haya colocado; Countersign lo comprueba con el bróker.',
    unknownBlind:
      'No se recibió respuesta; es posible que la orden se haya colocado. Revise Órdenes antes de enviar otra.',
    checked: 'He revisado Órdenes',
    settled: (status) => `Comprobado: ${status}`,
    failed: 'No enviada',
    dismiss: 'Descartar',
  },
  lookup: { failed: 'No se pudo consultar el símbolo.', retry: 'Reintentar' },
}
