import type { marketText } from '../en/markets.js'
import type { Translated } from '../translated.js'

/** Texts of the browser of futures, coins, event markets and games, in Spanish. */
export const marketTextEs: Translated<typeof marketText> = {
  title: 'Mercados',
  names: { futures: 'Futuros', crypto: 'Cripto', events: 'Eventos', sports: 'Deportes' },
  productClass: 'Clase de producto',
  allClasses: 'Todas las clases',
  product: 'Producto',
  contractsOf: (product) => `Contratos de ${product}`,
  category: 'Categoría',
  series: 'Serie',
  event: 'Evento',
  marketsOf: (event) => `Preguntas de ${event}`,
  priceOf: (outcome, price) => `${outcome}: ${price}`,
  front: 'Vigente',
  continuous: 'Solo gráfico',
  heads: {
    point: 'Punto',
    tick: 'Paso',
    lastDay: 'Último día',
    settlement: 'Liquidación',
    coin: 'Nombre',
    minAmount: 'Orden mín.',
    question: 'Pregunta',
  },
  headsLong: {
    point: 'Valor de un punto',
    tick: 'Paso mínimo del precio',
    lastDay: 'Último día de negociación',
    minAmount: 'Importe mínimo de una orden',
  },
  games: {
    table: 'Partidos',
    competition: 'Competición',
    allCompetitions: 'Todas las competiciones',
    filter: 'Qué partidos',
    filters: { open: 'En juego y próximos', live: 'En juego', ended: 'Terminados', all: 'Todos' },
    heads: { game: 'Partido', away: 'Visita', home: 'Local', state: 'Estado', start: 'Inicio' },
    headsLong: {
      away: 'Puntos del visitante',
      home: 'Puntos del local',
      start: 'Inicio, hora de Nueva York',
    },
    states: {
      scheduled: 'Programado',
      live: 'En juego',
      ended: 'Terminado',
      canceled: 'Cancelado',
      postponed: 'Aplazado',
      delayed: 'Retrasado',
      suspended: 'Suspendido',
      unknown: '—',
    },
    period: (type, number) => {
      if (type === 'quarter') return `C${number}`
      if (type === 'half') return `T${number}`
      if (type === 'inning') return `Ent. ${number}`
      if (type === 'period') return `P${number}`
      if (type === 'overtime') return 'Prór.'
      return type === '' ? `${number}` : `${type} ${number}`
    },
    at: 'en',
    winner: (team) => `Ganó ${team}`,
    begins: (time) => `Empieza ${time} ET. Las jugadas aparecen aquí.`,
    lines: 'Puntos por periodo',
    total: 'T',
    plays: 'Jugadas, la última primero',
    noPlays: 'Aún sin puntos.',
    playStates: {
      absent: 'El bróker no sirve las jugadas a esta clave.',
      failed: 'No se pudieron leer las jugadas. Se vuelven a leer cada pocos segundos.',
    },
    none: 'Aquí no hay partidos',
    noneHint: 'Elija otra competición o muestre todos los partidos.',
    showAll: 'Mostrar todos los partidos',
    absent: 'El bróker no ofrece partidos a esta clave',
    absentHint: 'Los mercados sobre partidos están en Eventos, sin marcador en vivo.',
    showEvents: 'Mostrar eventos',
    failedHint: 'Se vuelve a leer cada pocos segundos.',
  },
  settlements: { cash: 'Efectivo', physical: 'Entrega', unknown: '—' },
  watch: 'Añadir a la lista de seguimiento',
  none: 'Aquí no hay nada listado',
  noneHint: 'Elija otra entrada arriba.',
  failed: 'No se pudo cargar la lista',
}
