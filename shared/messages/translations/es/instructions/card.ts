import { abs, isNegative, type Decimal } from '../../../../domain/decimal.js'
import type { AssetClass } from '../../../../domain/instruments/instrument.js'
import type { Amendment } from '../../../../domain/instructions/instruction.schema.js'
import type { ComboRole } from '../../../../domain/orders/order-types.js'
import type { CatalogueLike } from '../../../catalogue.js'
import type { EnglishCatalogue } from '../../../en/index.js'
import type { Message } from '../../../message.js'
import type { Writer } from '../../../writer.js'
import { STRATEGY_NAMES } from '../names.js'

const EDITS: Readonly<Record<keyof Amendment, string>> = {
  quantity: 'Cantidad',
  amount: 'Importe',
  limitPrice: 'Límite',
  stopPrice: 'Stop',
}
const ROLES: Readonly<Record<ComboRole | 'unknown', string>> = {
  master: 'Orden principal',
  'take-profit': 'Toma de ganancias',
  'stop-loss': 'Límite de pérdidas',
  oto: 'Una activa la otra',
  oco: 'Una cancela la otra',
  otoco: 'Una activa, una cancela',
  unknown: 'Parte de la combinación',
}
const SESSIONS = {
  regular: 'horario regular',
  extended: 'horario extendido',
  closed: 'cerrado',
  open: 'abierto',
  unknown: 'horario desconocido',
} as const
const PRODUCTS: Readonly<Record<AssetClass, string>> = {
  stock: 'acciones',
  option: 'opciones',
  futures: 'futuros',
  crypto: 'criptomonedas',
  event: 'contratos de eventos',
}

/** Names a position that one leg joins or leaves, and how much of it is held. */
const heldText = (held: Decimal, instrument: Message, { message, quantity }: Writer): string =>
  isNegative(held)
    ? `su posición corta de ${quantity(abs(held))} ${message(instrument)}`
    : `su posición de ${quantity(held)} ${message(instrument)}`

/** The card of an instruction, in Spanish. */
export const card: CatalogueLike<EnglishCatalogue>['card'] = {
  money: ({ amount, currency }, writer) => writer.money(amount, currency),
  result: ({ amount, currency }, writer) => writer.money(amount, currency, true),
  price: ({ price, places }, writer) => writer.exactPrice(price, places),
  number: ({ number }, writer) => writer.decimal(number),
  percent: ({ percent }, writer) => `${writer.decimal(percent)}%`,
  wokenBy: 'Esperó hasta que',
  notKnown: 'desconocido',
  orderChanged: 'Cambió la orden',
  risksChanged: 'Cambiaron los riesgos',
  requestedAgain: ({ count }) => `Solicitada de nuevo (${count} veces)`,
  quoteKindChanged: 'Cambió el origen de la cotización',
  rulesChanged: 'Una regla compara otro valor',
  otherChanged: 'Cambió la tarjeta',
  windowMoved: 'Se movió la ventana',
  windowShown: 'La ventana pasó al frente',
  costReturned: 'El costo se solicitó de nuevo',
  cost: 'Costo estimado',
  proceeds: 'Ingreso estimado',
  groupValue: 'Valor de todas estas órdenes',
  fees: 'Comisiones',
  brokerPreview: 'Vista previa del bróker',
  previewRefused: ({ reason }, { message }) => `rechazada: ${message(reason)}`,
  previewUnavailable: ({ reason }, { message }) => `no disponible ahora: ${message(reason)}`,
  multiplier: 'Unidades por contrato',
  maxLoss: 'Pérdida máxima',
  unlimited: 'ilimitada',
  estimate: 'estimación de Countersign',
  fromPreview: 'vista previa del bróker',
  previewFailed: 'estimación de Countersign, la vista previa del bróker falló',
  noPreview: ({ product }) =>
    `estimación de Countersign, el bróker no ofrece vista previa para ${PRODUCTS[product]}`,
  loading: 'solicitándose',
  noCost: 'esto no tiene costo',
  contractValue: 'Valor del contrato',
  futuresMargin: 'Margen',
  marginReleased: 'Margen liberado',
  atTrigger: 'al nivel actual del stop',
  openPart: 'de la parte que sigue abierta',
  realized: 'Resultado del cierre',
  afterFees: 'frente al costo promedio, menos comisiones',
  cover: 'Cobertura',
  optionPower: 'Poder de compra de opciones',
  stopNow: 'Stop ahora',
  coveredBy: ({ shares, held, symbol }, writer) =>
    `por ${writer.quantity(shares)} de sus ${writer.quantity(held)} ${symbol}`,
  legging: 'Pata',
  legIn: ({ strategy, held, instrument }, writer) =>
    `entra en ${STRATEGY_NAMES[strategy]} con ${heldText(held, instrument, writer)}`,
  legOut: ({ held, instrument }, writer) =>
    `sale de la estrategia: ${heldText(held, instrument, writer)}`,
  positionIn: ({ instrument }, { message }) => `Posición: ${message(instrument)}`,
  trailLevel: ({ level, distance, percent, places }, writer) =>
    `unos ${writer.exactPrice(level, places)}, a ${writer.exactPrice(distance, places)} (${writer.decimal(percent)}%)`,
  protection: 'Protección',
  removesStop: ({ held, symbol }, writer) =>
    `quita un stop de sus ${writer.quantity(held)} ${symbol}`,
  cancellations: 'Cancelaciones',
  buyingPower: 'Poder de compra',
  brokerDecides: 'lo decide el bróker',
  position: 'Posición',
  positionNow: 'Posición actual',
  ifFilled: 'si se ejecuta por completo',
  share: 'Parte del patrimonio',
  bid: 'Bid',
  ask: 'Ask',
  last: 'Último',
  spread: 'Diferencial',
  limit: 'Límite',
  limitOf: ({ index }) => `Límite, orden ${index}`,
  atMarket: 'en el mercado',
  distance: ({ distance, percent, through, ticks, money, places }, writer) => {
    const parts = [
      percent === null
        ? null
        : writer.decimal(percent) === '0'
          ? 'menos de 0.1%'
          : `${writer.decimal(percent)}%`,
      ticks == null
        ? null
        : `${writer.decimal(ticks)} ${writer.decimal(ticks) === '1' ? 'tick' : 'ticks'}`,
      money == null ? null : writer.money(money, 'USD'),
    ].filter((part) => part !== null)
    const share = parts.length === 0 ? '' : ` (${parts.join(', ')})`
    return through
      ? `rebasa el mercado en ${writer.exactPrice(distance, places)}${share}`
      : `a ${writer.exactPrice(distance, places)}${share} del mercado`
  },
  stop: 'Precio stop',
  stopOf: ({ index }) => `Precio stop, orden ${index}`,
  margin: 'Margen necesario',
  marginSource: 'Reglas habituales, solo para esta orden; la vista previa del bróker no da margen',
  dayMargin: 'Margen de la posición, día',
  overnightMargin: 'Margen de la posición, noche',
  maxGain: 'Ganancia máxima',
  contractCode: 'Código',
  gainOfLater: 'depende del valor de la opción que vence después',
  counts: 'Cuenta para los límites',
  reducesRisk: 'nada: reduce el riesgo',
  concentration: ({ symbol }) => `${symbol} del patrimonio`,
  numberInReason: ({ text }) => `«${text}» en el motivo`,
  numberForeign: 'no viene de Countersign',
  numberChanged: ({ now }, writer) => `cambió desde entonces (ahora ${writer.exactPrice(now)})`,
  numberShown: ({ seconds }, writer) =>
    `coincide con lo mostrado ${writer.count(seconds)} s antes de la solicitud`,
  market: 'Mercado',
  session: ({ session }) => SESSIONS[session],
  quantity: 'Cantidad',
  priceTerms: 'Precio',
  valid: 'Vigencia',
  algo: 'Algoritmo',
  filled: 'Ya ejecutado',
  filledStays: 'Ya ejecutado, se mantiene',
  canceled: 'Se cancelaría',
  restOfAmount: 'el resto del importe',
  alsoWorking: ({ symbol }) => `También activas en ${symbol}`,
  nothing: 'nada',
  orderAndMore: ({ order, more }, { message, count }) =>
    more === 0 ? message(order) : `${message(order)} y ${count(more)} más`,
  orderOf: ({ index, count }) => `Orden ${index} de ${count}`,
  role: ({ role, side, symbol }, { message }) => `${ROLES[role]}, ${message(side)} ${symbol}`,
  linkedOrder: ({ role, index, count }) => `Orden ${index} de ${count} · ${ROLES[role]}`,
  positionIf: ({ orders }) =>
    orders.length === 1
      ? `Posición si se ejecuta la orden ${orders[0] ?? ''}`
      : `Posición si se ejecutan las órdenes ${orders.join(' y ')}`,
  linkedResult: ({ index }) => `Resultado de la orden ${index}`,
  linkedFrom: ({ price, places }, { exactPrice }) =>
    `frente a la orden 1 a ${exactPrice(price, places)}, antes de comisiones`,
  edit: ({ member }) => `${EDITS[member]} (usted lo cambió)`,
  takeProfit: 'Toma de ganancias',
  stopLoss: 'Límite de pérdidas',
  exitTerms: ({ terms, time }, { message }) => `${message(terms)}, ${message(time)}`,
  exitGain: 'Ganancia en el objetivo',
  exitLoss: 'Pérdida en el stop',
  exitFromLimit: ({ price, places }, { exactPrice }) =>
    `desde una entrada a ${exactPrice(price, places)}, antes de comisiones`,
  exitFromMarket: ({ price, places }, { exactPrice }) =>
    `desde una entrada a mercado, ahora ${exactPrice(price, places)}, antes de comisiones`,
  exitFromAverage: ({ price, places }, { exactPrice }) =>
    `desde el costo promedio tras la entrada, ${exactPrice(price, places)}, antes de comisiones`,
  exitSlips: 'antes de comisiones; un stop puede ejecutarse más allá de su precio',
  rewardPerRisk: 'Riesgo y beneficio',
  ratio: ({ ratio }, { decimal }) => `1 : ${decimal(ratio)}`,
  noStop: 'ninguno: esta orden no limita la pérdida',
  orders: 'Órdenes',
  netCost: 'Costo neto',
  netProceeds: 'Ingreso neto',
  paid: 'Total pagado',
  received: 'Total recibido',
}
