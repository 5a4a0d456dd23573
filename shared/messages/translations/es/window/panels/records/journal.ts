import type { journalText } from '../../../../../en/window/panels/records/journal.js'
import type { Translated } from '../../../../../translated.js'

/** Texts of the journal, in Spanish. */
export const journalTextEs: Translated<typeof journalText> = {
  viewLabel: 'Vista del diario',
  views: {
    summary: 'Resumen',
    trips: 'Operaciones',
    lots: 'Lotes fiscales',
    open: 'Abiertos',
  },
  groupLabel: 'Cifras por',
  groups: { symbol: 'Instrumento', hour: 'Hora', source: 'Origen', tag: 'Etiqueta' },
  sources: { hand: 'A mano', assistant: 'Asistente', elsewhere: 'Otro lugar' },
  preparedBy: (assistant) => `A mano, preparada por ${assistant}`,
  hour: (hour) => `${hour}:00 ET`,
  directions: { long: 'Largo', short: 'Corto' },
  terms: { short: 'Corto plazo', long: 'Largo plazo' },
  openedAndClosed: (opened, closed) => `${opened} / ${closed}`,
  openedAndClosedLong: (opened, closed) => `Apertura: ${opened}. Cierre: ${closed}.`,
  strategiesOf: (symbol) => `Estrategias de ${symbol}`,
  figures: {
    pnl: 'P&L neto',
    realized: 'P&L realizado',
    outsideTrips: 'Fuera de operaciones',
    trips: 'Operaciones',
    winRate: 'Aciertos',
    profitFactor: 'Factor de beneficio',
    averageWin: 'Ganancia media',
    averageLoss: 'Pérdida media',
    maxDrawdown: 'Caída máxima',
    fees: 'Comisiones',
  },
  hints: {
    pnl: 'P&L realizado menos comisiones: la suma de los días',
    realized: 'La ganancia sobre el coste medio, antes de comisiones, como en Posiciones',
    fees: 'De lo que se cerró: las comisiones de abrirlo y de cerrarlo',
    maxDrawdown: 'La mayor caída de la curva desde un máximo',
    outsideTrips:
      'Los días menos las operaciones que terminaron en este periodo: posiciones cerradas en parte, y partes que se cerraron en otro periodo',
    trips: 'De cero a cero; una estrategia, también si se ha rodado, es una operación',
    winRate: (wins, losses, flats) =>
      `${wins} ganadas, ${losses} perdidas${flats === 0 ? '' : `, ${flats} sin ganancia ni pérdida`}`,
    day: (realized, fees) => `Realizado ${realized}, comisiones ${fees}`,
  },
  counts: (wins, losses, flats) =>
    `${wins} ganadas · ${losses} perdidas${flats === 0 ? '' : ` · ${flats} sin cambio`}`,
  figuresLabel: 'Cifras del periodo',
  curve: 'Curva de resultados',
  curveLabel: (days, total, drawdown) =>
    `P&L neto en ${days} ${days === 1 ? 'día' : 'días'}: ${total}; mayor caída desde un máximo ${drawdown}.`,
  calendar: 'Calendario de P&L neto',
  previousMonth: 'Mes anterior',
  nextMonth: 'Mes siguiente',
  monthTotal: (total) => `Mes: ${total}`,
  weekdays: ['lun', 'mar', 'mié', 'jue', 'vie', 'sáb', 'dom'],
  heads: {
    instrument: 'Instrumento',
    direction: 'Dirección',
    opened: 'Apertura',
    openedLong: 'Apertura, hora de Nueva York (ET)',
    closed: 'Cierre',
    closedLong: 'Cierre, hora de Nueva York (ET)',
    quantity: 'Tamaño máx.',
    lotQuantity: 'Cantidad',
    entry: 'Entrada media',
    exit: 'Salida media',
    trades: 'Ejecuciones',
    fees: 'Comisiones',
    pnl: 'P&L neto',
    pnlLong: 'P&L realizado sobre el coste medio, después de comisiones',
    lotPnl: 'P&L (FIFO)',
    lotPnlLong: 'Ingresos menos coste, por orden de entrada, después de comisiones',
    legs: 'Patas',
    source: 'Origen',
    acquired: 'Adquirido',
    sold: 'Vendido',
    proceeds: 'Ingresos',
    cost: 'Coste',
    term: 'Plazo',
    longTermFrom: 'A largo plazo desde',
    longTermFromLong: 'El primer día en que una venta es a largo plazo',
    wins: 'Ganadas',
    losses: 'Perdidas',
    tags: 'Etiquetas',
    note: 'Nota',
  },
  notes: {
    note: 'Nota',
    noteHint: 'Intro guarda. Mayús+Intro empieza otra línea. Esc recupera lo que había.',
    notePlaceholder: 'Por qué esta operación, y qué resultó',
    tags: 'Etiquetas',
    tagPlaceholder: 'Añadir etiqueta',
    tagsFull: (max) => `Una operación admite ${max} etiquetas.`,
    removeTag: (tag) => `Quitar la etiqueta ${tag}`,
    tagFilter: 'Filtrar por etiqueta',
    allTags: 'Todas las etiquetas',
    noTags: 'Ninguna operación de este periodo tiene etiquetas. Abra una para añadirlas.',
    pictures: 'Imágenes del gráfico',
    attach: 'Adjuntar imagen del gráfico',
    pictureBound: (count, max) => `${count} de ${max} imágenes`,
    pictureCount: (count) => (count === 1 ? '1 imagen' : `${count} imágenes`),
    pictureOf: (symbol, time) => `Gráfico de ${symbol}, ${time}`,
    savePicture: 'Guardar la imagen como',
    pictureSaved: 'Se guardó la imagen.',
    removePicture: 'Quitar la imagen',
    confirmRemovePicture: 'Quitar para siempre',
    keepPicture: 'Conservar la imagen',
    removeAll: 'Quitar nota, etiquetas e imágenes',
    confirmRemoveAll: 'Quitar todo para siempre',
    keepAll: 'Conservar todo',
    showChart: 'Mostrar el gráfico',
    chartClosed: (symbol) =>
      `Ningún gráfico de ${symbol} está abierto en esta ventana. Muéstrelo y después adjunte su imagen.`,
    chartEmpty: (symbol) =>
      `El gráfico de ${symbol} aún no muestra nada, se ve como tabla o está detrás de otra pestaña.`,
    setAside:
      'El archivo de sus notas estaba dañado. Se renombró, no se borró, y las notas empiezan vacías.',
    unreadable: 'No se puede leer el archivo de sus notas. No se escribe nada encima.',
    unmatched: (count) =>
      count === 1
        ? '1 nota pertenece a una operación que los registros no contienen. Sigue guardada.'
        : `${count} notas pertenecen a operaciones que los registros no contienen. Siguen guardadas.`,
  },
  tripTitle: (name) => `Operación · ${name}`,
  lotDetail: 'Lote',
  openLotTitle: (name) => `Lote abierto · ${name}`,
  noOpen: 'No hay nada abierto',
  noOpenHint: 'Cada compra y cada venta en corto que sigue abierta tiene aquí una línea.',
  brokerLots: {
    title: 'Lotes en el bróker',
    value: 'Valor',
    unrealized: 'P&L no realizado',
    none: 'El bróker no informa de lotes abiertos de este instrumento.',
    comparison: {
      same: 'El bróker tiene los mismos lotes que por orden de entrada (FIFO).',
      otherQuantity:
        'El bróker informa de otra cantidad en total: puede faltar una operación en los registros leídos.',
      otherLots:
        'El bróker tiene otros lotes que por orden de entrada (FIFO); por eso sus cifras fiscales pueden diferir del diario.',
    },
    incomplete: (count) =>
      `Al menos ${count} lotes; no se pudieron leer todos, por eso no se comparan.`,
  },
  reading: (records) =>
    records === 0 ? 'Leyendo los registros' : `Leyendo los registros: ${records} hasta ahora`,
  behind: 'Pueden faltar ejecuciones posteriores. El bróker las incluye en unos segundos.',
  readingAgain: 'Buscando registros nuevos',
  failed: 'No se pudieron leer los registros',
  olderShown: 'Se muestra lo que se leyó antes.',
  retry: 'Reintentar',
  refresh: 'Leer registros nuevos',
  empty: 'No se cerró nada en este periodo',
  emptyHint:
    'Una operación aparece cuando se cierra la posición. Elija otras fechas para ver las anteriores.',
  uncosted: (names) =>
    `Las cifras son de lo que se conoce. Fuera de ellas, porque no se conoce su coste: ${names}.`,
  unclear: (count) =>
    count === 1
      ? '1 registro no se pudo interpretar y no está en las cifras.'
      : `${count} registros no se pudieron interpretar y no están en las cifras.`,
  method:
    'El P&L realizado es sobre el coste medio, antes de comisiones, como en Posiciones. El P&L neto, los días y las operaciones son después de comisiones.',
  lotMethod:
    'Después de comisiones. Los lotes se cierran por orden de entrada (FIFO), por eso un día puede diferir del Resumen: el bróker no informa de qué lotes cerró, pero «Abiertos» compara los que aún tiene.',
}
