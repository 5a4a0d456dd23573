import type { ComboProblem } from '../../../domain/orders/combo-rules.js'

/** Why linked orders do not fit together, and how to correct it. */
export const combo = {
  'roles-mixed': 'Estas órdenes no forman un bracket, una OCO, una OTO ni una OTOCO.',
  'order-count':
    'Faltan o sobran órdenes vinculadas: una entrada admite una toma de ganancias y un límite de pérdidas; una OCO, de dos a seis órdenes; una OTO u OTOCO, primero una orden y después de una a seis.',
  'type-not-allowed':
    'Este tipo de orden no se puede usar en este lugar de las órdenes vinculadas.',
  'products-mixed': 'Las órdenes vinculadas son todas del mismo producto.',
  'product-not-offered':
    'La toma de ganancias y el límite de pérdidas son para acciones y opciones simples; OCO, OTO y OTOCO, solo para acciones.',
  'account-mixed': 'Las órdenes vinculadas son todas de la misma cuenta.',
  'quantity-only': 'Las órdenes vinculadas se dan por cantidad, no por importe.',
  'algorithm-not-offered': 'Una orden de un algoritmo no se puede vincular.',
  'exit-symbol':
    'La toma de ganancias y el límite de pérdidas operan el mismo instrumento que la entrada.',
  'exit-side':
    'La toma de ganancias y el límite de pérdidas cierran lo que abre la entrada; sin entrada, venden.',
  'exit-quantity':
    'La toma de ganancias y el límite de pérdidas no pueden ser mayores que la entrada.',
  'target-not-winning':
    'La toma de ganancias debe estar en el lado ganador de la entrada: por encima de una compra, por debajo de una venta.',
  'stop-not-losing':
    'El límite de pérdidas debe estar en el lado perdedor de la entrada: por debajo de una compra, por encima de una venta.',
  'stop-not-below-target':
    'El límite de pérdidas debe estar al otro lado del mercado que la toma de ganancias.',
} as const satisfies Record<ComboProblem, string>
