import type { chartViewText } from '../../../../en/window/chart/view.js'
import type { SpanUnit } from '../../../../en/window/chart/span-unit.js'
import type { Translated } from '../../../../translated.js'

const units: Record<SpanUnit, readonly [one: string, many: string, short: string]> = {
  second: ['segundo', 'segundos', 's'],
  minute: ['minuto', 'minutos', 'm'],
  hour: ['hora', 'horas', 'h'],
  day: ['día', 'días', 'D'],
  week: ['semana', 'semanas', 'S'],
  month: ['mes', 'meses', 'M'],
}

/** What a chart shows beside the bars, in Spanish. */
export const chartViewTextEs: Translated<typeof chartViewText> = {
  title: 'Vista del gráfico',
  open: 'Intervalo, horario, líneas y símbolos para comparar',
  spanShort: (amount, unit) =>
    amount === 1 && (unit === 'day' || unit === 'week' || unit === 'month')
      ? units[unit][2]
      : `${amount}${units[unit][2]}`,
  spanName: (amount, unit) => (amount === 1 ? units[unit][0] : `${amount} ${units[unit][1]}`),
  interval: 'Intervalo',
  amount: 'Número',
  unit: 'Unidad',
  unitNames: {
    second: 'Segundos',
    minute: 'Minutos',
    hour: 'Horas',
    day: 'Días',
    week: 'Semanas',
    month: 'Meses',
  },
  use: 'Usar este intervalo',
  noSpan: (max) => `Escriba un número entero de 1 a ${max}.`,
  noBars: (symbol) => `El bróker no tiene barras así de ${symbol}.`,
  noSeconds: 'Los segundos se eligen de cinco en cinco, hasta 55.',
  hours: 'Horario',
  extendedHours: 'Antes de la apertura y después del cierre',
  zone: 'Horas de',
  zones: { exchange: 'Nueva York', local: 'Este ordenador', utc: 'UTC' },
  lines: 'Líneas y marcas',
  previousClose: 'Cierre anterior',
  quote: 'Bid y ask',
  marks: {
    shown: 'Resultados, dividendos y splits',
    letters: { earnings: 'R', dividend: 'D', split: 'S' },
    earnings: (eps, estimate) =>
      eps !== null
        ? `Beneficio por acción ${eps}${estimate === null ? '' : `, estimado ${estimate}`}`
        : estimate === null
          ? 'Resultados previstos'
          : `Resultados previstos, ${estimate} por acción`,
    dividend: (amount) => `Fecha ex-dividendo: ${amount} por acción`,
    split: (after, before) => `Split de ${after} por ${before}`,
    listLabel: 'Marcas de la barra',
  },
  lineTitles: { previousClose: 'Cierre ant.', bid: 'Bid', ask: 'Ask' },
  compare: 'Comparar',
  addCompared: 'Símbolo para comparar',
  compareFull: (max) => `Un gráfico compara como máximo ${max} símbolos. Quite uno antes.`,
  compareHint:
    'Los símbolos comparados se dibujan como líneas, y los precios en porcentaje desde la primera barra visible.',
  comparedFailed: 'no cargado',
  removeCompared: (symbol) => `Dejar de comparar ${symbol}`,
  comparedLegend: 'Símbolos comparados',
  goTo: 'Ir a una fecha',
  cancel: 'Cancelar',
  goToDate: 'Fecha',
  goToShow: 'Mostrar',
  goToLoading: (bars, from) => `Cargando: ${bars} barras, hasta ${from}`,
  goToNone: (first) => `El bróker no tiene barras anteriores a ${first}. Se muestra ese día.`,
  goToFailed: 'No se pudieron cargar las barras anteriores.',
  goToFuture: 'Ese día aún no ha llegado.',
  goToHint:
    'En un intervalo corto, un día lejano necesita muchas peticiones. Elija antes uno más largo.',
}
