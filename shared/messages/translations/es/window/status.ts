import type { WindowText } from '../../../window-text.js'

export const statusTextEs: WindowText['status'] = {
  buyingPower: 'Poder de compra',
  dayPnl: 'G/P día',
  netLiquidation: 'Valor neto',
  budget: 'Cupo',
  budgetUse: (name, used, limit, seconds) => `${name}: ${used} / ${limit} en ${seconds} s`,
  clock: 'NY',
  channels: { api: 'API', events: 'Eventos', market: 'Mercado' },
  states: {
    connecting: 'conectando',
    live: 'al día',
    stale: 'antiguo',
    down: 'sin conexión',
    stopped: 'detenido',
  },
  lastUpdate: (age) => `última actualización hace ${age}`,
  never: 'sin datos todavía',
  latency: (ms) => `${ms} ms`,
  ways: {
    tls: (port) => `Por el flujo, puerto ${port}.`,
    websocket: (port) =>
      `Por el flujo dentro de un WebSocket, puerto ${port}: esta red cierra su puerto habitual.`,
    polling: (seconds) =>
      `No se llega al flujo: los precios se leen cada ${seconds} s y muestran su antigüedad. Se vuelve a intentar solo. Las órdenes no cambian.`,
  },
  polled: (seconds) => `cada ${seconds} s`,
  hoursUntil: (year) => `Esta versión conoce los horarios hasta el final de ${year}.`,
  session: {
    pre: 'Preapertura',
    regular: 'Abierto',
    post: 'Tras el cierre',
    overnight: 'Nocturna',
    closed: 'Cerrado',
    unknown: 'Horario desconocido',
  },
}
