import type { LinkedName } from '../../../../../domain/orders/combo-rules.js'
import { draft } from '../../draft.js'
import type { orderText } from '../../../../en/window/orders/orders.js'
import type { Translated } from '../../../../translated.js'

/** The orders of a pair have different genders in Spanish. */
const LINKED: Readonly<Record<LinkedName, { readonly filled: string; readonly canceled: string }>> =
  {
    'take-profit': {
      filled: 'toma de ganancias ejecutada:',
      canceled: 'toma de ganancias cancelada',
    },
    'stop-loss': {
      filled: 'límite de pérdidas ejecutado:',
      canceled: 'límite de pérdidas cancelado',
    },
    stop: { filled: 'orden stop ejecutada:', canceled: 'orden stop cancelada' },
    limit: { filled: 'orden límite ejecutada:', canceled: 'orden límite cancelada' },
  }

const EXPIRED: Readonly<
  Record<LinkedName, { readonly name: string; readonly expired: string; readonly works: string }>
> = {
  'take-profit': {
    name: 'toma de ganancias',
    expired: 'vencida',
    works: 'la toma de ganancias sigue activa',
  },
  'stop-loss': {
    name: 'límite de pérdidas',
    expired: 'vencido',
    works: 'el límite de pérdidas sigue activo',
  },
  stop: { name: 'orden stop', expired: 'vencida', works: 'la orden stop sigue activa' },
  limit: { name: 'orden límite', expired: 'vencida', works: 'la orden límite sigue activa' },
}

/** Texts of orders, in Spanish. */
export const orderTextEs: Translated<typeof orderText> = {
  statuses: {
    sending: 'Enviando',
    unknown: 'Desconocida',
    pending: 'Pendiente',
    working: 'Activa',
    'partially-filled': 'Parcial',
    filled: 'Ejecutada',
    cancelled: 'Cancelada',
    rejected: 'Rechazada',
    denied: 'Denegada',
    'not-placed': 'No colocada',
    'not-found': 'No encontrada',
  },
  meanings: {
    sending: 'En camino al bróker.',
    unknown:
      'No se recibió respuesta. Countersign comprueba con el bróker si la orden existe; nunca se envía dos veces.',
    pending: 'Aceptada por el bróker, todavía no está en el mercado.',
    working: 'En el mercado, a la espera de ejecución.',
    'partially-filled': 'Ejecutada en parte; el resto sigue activo.',
    filled: 'Ejecutada por completo.',
    cancelled: 'Cancelada. Lo que ya se había ejecutado se mantiene.',
    rejected: 'Rechazada por el bróker o por el mercado.',
    denied: 'Rechazada por Countersign. No se envió nada.',
    'not-placed': 'No colocada, según el bróker.',
    'not-found':
      'El bróker ya no conoce esta orden. No cuenta para los límites. Revise el historial y sus posiciones: puede haberse ejecutado o terminado antes.',
  },
  unconfirmed: 'Comprobando',
  pendingAge: 'El bróker no comunica cuándo una orden pasa a estar activa. Se consulta por turnos.',
  unconfirmedMeaning: (status) =>
    `${status} según el último aviso del bróker. Se está consultando al bróker; hasta que responda, los límites cuentan la orden completa.`,
  atLeast: (working) => `Al menos ${working} activas`,
  atLeastMeaning: 'Todavía se está leyendo la lista de órdenes abiertas del bróker.',
  problems: draft,
  heads: {
    placed: 'Hora ET',
    placedLong: 'Colocada, hora de Nueva York (ET)',
    account: 'Cuenta',
    symbol: 'Símbolo',
    side: 'Lado',
    type: 'Tipo',
    linked: 'Vinculada',
    linkedLong: 'Lugar entre las órdenes vinculadas',
    quantity: 'Cant.',
    filled: 'Ejec.',
    limit: 'Límite',
    stop: 'Stop',
    average: 'Precio medio',
    tif: 'Vig.',
    tifLong: 'Vigencia',
    fees: 'Comisión',
    reason: 'Motivo',
    session: 'Sesión',
    updated: 'Act. ET',
    updatedLong: 'Último informe recibido, según el reloj de este equipo, hora de Nueva York (ET)',
    legging: 'Pata',
    legStrategy: 'Estrategia resultante',
    legPosition: 'Posición de la pata',
    positionId: 'ID de posición',
    orderId: 'ID de orden',
    status: 'Estado',
    actions: 'Acciones',
  },
  legging: { in: 'Entrada de pata', out: 'Salida de pata', unknown: 'Desconocido' },
  roles: {
    master: 'Orden principal',
    'take-profit': 'Toma de ganancias',
    'stop-loss': 'Límite de pérdidas',
    oto: 'Activada',
    oco: 'Una cancela la otra',
    otoco: 'Activada, una cancela la otra',
    unknown: 'Vinculada',
  },
  combos: {
    bracket: 'bracket',
    protection: 'protección',
    oto: 'OTO',
    oco: 'OCO',
    otoco: 'OTOCO',
    unknown: 'órdenes vinculadas',
  },
  openOf: (open, all) => `${open} de ${all} abiertas`,
  waits: (role) => `${role}, en espera`,
  waitsMeaning: 'Empieza a trabajar cuando se ha ejecutado la orden principal.',
  filters: { working: 'Activas', done: 'Terminadas', all: 'Todas' },
  filterLabel: 'Estado de las órdenes',
  search: 'Filtrar por símbolo',
  accountFilter: 'Filtrar por cuenta',
  allAccounts: 'Todas las cuentas',
  unknown: 'Las órdenes no se conocen',
  empty: 'Sin órdenes',
  emptyHint: 'Las órdenes que coloque aparecen aquí con su estado en el bróker.',
  news: {
    rejected: (symbol) => `${symbol}: orden rechazada`,
    canceled: (symbol) => `${symbol}: orden cancelada por el bróker`,
    expired: (symbol) => `${symbol}: orden vencida`,
    filledInstead: (symbol, { filled, quantity, price, canceled }) =>
      `${symbol}: ${LINKED[filled].filled} ${quantity}${price === null ? '' : ` a ${price}`}, ${LINKED[canceled].canceled}`,
    legExpired: (symbol, { name, other }) => {
      if (other?.state === 'expired') {
        return `${symbol}: vencieron ${EXPIRED[name].name} y ${EXPIRED[other.name].name}`
      }
      const ended = `${symbol}: ${EXPIRED[name].name} ${EXPIRED[name].expired}`
      return other === null ? ended : `${ended}, ${EXPIRED[other.name].works}`
    },
    several: (count) => `${count} órdenes rechazadas, canceladas o vencidas`,
  },
  expired: 'Vencida',
  emptyWorking: 'Sin órdenes activas',
  emptyFiltered: 'Ninguna orden coincide',
  replace: 'Modificar',
  cancel: 'Cancelar',
  cancelAll: 'Cancelar todas',
  replaceMenu: 'Modificar…',
  notReplaceable: 'Una orden de criptomoneda no se modifica: cancélela y cree otra',
  cancelMenu: 'Cancelar…',
  cancelSeveral: (count) => `Cancelar ${count} órdenes…`,
  cancelSelected: (count) => `Cancelar estas ${count}`,
  notCancelable: 'Ninguna de estas órdenes se puede cancelar',
  save: 'Enviar',
  undo: 'Volver',
  cancelLabel: (order) => `Cancelar ${order}`,
  replaceLabel: (order) => `Modificar ${order}`,
  pending: {
    replace: { sent: 'Modificando', unknown: 'Modificación sin confirmar' },
    cancel: { sent: 'Cancelando', unknown: 'Cancelación sin confirmar' },
  },
  pendingMeaning:
    'No se recibió respuesta a esta modificación; Countersign lo comprueba con el bróker.',
  confirmCancel: '¿Cancelar esta orden?',
  confirmCancelAll: (count) =>
    `¿Cancelar ${count} ${count === 1 ? 'orden activa' : 'órdenes activas'}?`,
  ofAccount: (account, count) => `${account}: ${count} ${count === 1 ? 'orden' : 'órdenes'}`,
  confirmCancelAllBody: 'Se cancelan una tras otra. Las que se ejecuten antes quedan ejecutadas.',
  confirmReplace: '¿Modificar esta orden?',
  change: (field, from, to) => `${field} ${from} → ${to}`,
  nothingChanged: 'Cambie primero la cantidad o un precio.',
  cancelling: (done, total) => `Cancelando ${done} de ${total}`,
  cancelled: (done, total) => `Cancelación aceptada en ${done} de ${total} órdenes`,
  stop: 'Detener',
  history: 'Historial',
  loadMore: 'Cargar órdenes anteriores',
  loadingMore: 'Cargando órdenes anteriores',
  noMore: 'Fin del historial',
  outcome: {
    acknowledged: { cancel: 'Cancelación aceptada', replace: 'Modificación aceptada' },
    rejected: { cancel: 'Cancelación rechazada', replace: 'Modificación rechazada' },
    denied: { cancel: 'No enviada', replace: 'No enviada' },
    unknown: { cancel: 'Cancelación sin confirmar', replace: 'Modificación sin confirmar' },
  },
  unknownDetail:
    'No se recibió respuesta. Countersign lo comprueba con el bróker; la fila muestra el resultado.',
  source: {
    journal: 'el diario de órdenes',
    answer: 'la respuesta del bróker',
    event: 'un evento de negociación',
    detail: 'el detalle de la orden',
    listing: 'la lista de órdenes',
  },
  fact: (source, age) => `De ${source}, hace ${age}`,
  trail: (step) => `dist. ${step}`,
  notOurs: 'Colocada en otro lugar',
}
