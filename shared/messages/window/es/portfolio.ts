import type { accountText, positionsText } from '../en/portfolio.js'
import type { Translated } from '../translated.js'

/** Texts of the positions and of their closing orders, in Spanish. */
export const positionsTextEs: Translated<typeof positionsText> = {
  heads: {
    symbol: 'Símbolo',
    quantity: 'Cant.',
    averageCost: 'Costo medio',
    last: 'Precio',
    marketValue: 'Valor',
    dayPnl: 'G/P del día',
    unrealizedPnl: 'G/P abierta',
    realizedPnl: 'Realizado',
    ratio: 'Abierta %',
    currency: 'Moneda',
    actions: 'Acciones',
  },
  unknown: 'Las posiciones no se conocen',
  notRead: (accounts) => `Todavía sin leer: ${accounts}`,
  empty: 'Sin posiciones abiertas',
  emptyHint: 'Las órdenes ejecutadas aparecen aquí con su ganancia o pérdida en vivo.',
  close: 'Cerrar',
  closeMenu: 'Cerrar posición…',
  halfMenu: 'Cerrar la mitad…',
  protectMenu: {
    stop: 'Proteger con un stop…',
    target: 'Cerrar en un objetivo…',
    both: 'Proteger con stop y objetivo…',
  },
  closeStrategyMenu: 'Cerrar la estrategia con una orden…',
  reverseMenu: 'Invertir posición…',
  notReversible: {
    crypto: 'Invertir: las criptomonedas no se venden en corto',
    event: 'Invertir: venda estos contratos y compre el otro resultado',
  },
  closeAllMenu: 'Cerrar todas las posiciones…',
  closeLabel: (name) => `Cerrar ${name}: prepara la orden`,
  closing: {
    titles: {
      all: (name) => `Cerrar ${name}`,
      half: (name) => `Cerrar la mitad de ${name}`,
      reverse: (name) => `Invertir ${name}`,
    },
    titleAll: 'Cerrar todas las posiciones',
    preparing: 'Preparando la orden de cierre',
    order: 'Esta orden se envía cuando usted confirma:',
    orders: (count) => `Estas ${count} órdenes se envían cuando usted confirma:`,
    skipped: 'Estas quedan abiertas:',
    none: 'No queda nada por cerrar: una orden activa ya cierra esta posición.',
    send: 'Enviar la orden de cierre',
    sendAll: (count) => (count === 1 ? 'Enviar la orden' : `Enviar ${count} órdenes`),
    sending: 'Enviando',
    again: 'Preparar otra orden',
    back: 'Volver',
    done: 'Cerrar esta ventana',
    reverses:
      'La primera orden solo cierra la posición. Si no se ejecuta en segundos, la segunda no se envía.',
    reducesAll:
      'Solo pueden reducir posiciones, por eso se envían incluso con la operativa detenida.',
    reduces: 'Solo puede reducir la posición, por eso se envía incluso con la operativa detenida.',
  },
  total: 'Total',
  closedToday: 'Cerradas hoy',
  closed: 'Cerrada',
  realizedHint:
    'Realizado hoy al cerrar, sobre el coste medio, antes de comisiones, como en el Diario',
  realizedUnknown: 'No se sabe: el bróker no informa del coste de lo cerrado.',
  unknownPart: '+ ?',
  realizedPartial: (names) =>
    `Al menos una parte no se conoce y no se cuenta: el coste de ${names}. El resto está sumado.`,
  realizedIncomplete:
    'Aún no se han leído todas las operaciones del día. Se suma lo que se conoce.',
  realizedAllotted:
    'Las patas se reparten el precio neto de la estrategia, porque el bróker no da un precio por pata. Su suma es exacta.',
  totalHint: 'Con la ganancia de las posiciones cerradas hoy',
  totalPending: 'El total del bróker: aún no se conocen todas las filas del día',
  stoppedHint:
    'Cantidad y cifras tienen como mucho ese tiempo: la posición cambió y se está leyendo.',
  realizedBehind: 'Lo que se sabía entonces: se está leyendo una ejecución posterior.',
  oldPrice: (age) => `Este precio tiene hasta ${age}.`,
  scopes: { label: 'Qué posiciones', selected: 'Esta cuenta', all: 'Todas las cuentas' },
  totalIn: (currency) => `Total ${currency}`,
}

/** Texts of balances, of one account and of all, in Spanish. */
export const accountTextEs: Translated<typeof accountText> = {
  heads: {
    currency: 'Moneda',
    cash: 'Efectivo',
    settledCash: 'Liquidado',
    unsettledCash: 'Sin liquidar',
    buyingPower: 'Poder de compra',
    dayBuyingPower: 'PC diurno',
    overnightBuyingPower: 'PC nocturno',
    optionBuyingPower: 'PC opciones',
    frozen: 'Retenido',
    marketValue: 'Valores',
  },
  fields: {
    netLiquidation: 'Valor neto',
    totalCash: 'Efectivo',
    totalMarketValue: 'Valores',
    dayPnl: 'G/P del día',
    unrealizedPnl: 'G/P abierta',
    initialMargin: 'Margen inicial',
    maintenanceMargin: 'Margen de mantenimiento',
    withdraw: 'Disponible para retirar',
  },
  readAgo: (age: string) => `hace ${age}`,
  upToAge: (age) => `≤ ${age}`,
  upToHint: (age) =>
    `Contiene un precio o una posición de hace ${age}. Todo lo demás es más reciente.`,
  readHint: 'La cifra del bróker en ese momento. No sigue los precios.',
  stoppedHint: 'Sin cambios desde una ejecución, hasta que se vuelva a leer la cuenta.',
  types: { margin: 'Margen', cash: 'Contado', unknown: 'Cuenta' },
  balances: 'Saldos por moneda',
  calls: (list) => `Reposición de margen pendiente: ${list}`,
  copyNumber: 'Copiar número de cuenta',
  copied: 'Número de cuenta copiado',
  unknown: 'El saldo no se conoce',
  scopes: { label: 'Qué cuentas', selected: 'Esta cuenta', all: 'Todas las cuentas' },
  overview: {
    label: 'Todas las cuentas',
    totals: 'Totales por moneda',
    use: 'Elegir',
    useLabel: (name) => `Negociar con ${name}`,
    selected: 'Elegida',
    heads: {
      account: 'Cuenta',
      netLiquidation: 'Liquidación neta',
      dayPnl: 'G/P del día',
      unrealizedPnl: 'G/P abierta',
      totalCash: 'Efectivo',
      totalMarketValue: 'Valores',
      buyingPower: 'Poder de compra',
      positions: 'Posiciones',
      currency: 'Moneda',
      actions: 'Acciones',
    },
    partial: (read, all) =>
      `Se han leído ${read} de ${all} cuentas. Los totales no están completos.`,
  },
}
