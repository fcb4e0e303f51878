import { gateOpenRoutes } from './gates/gate-opens.routes.ts'
import { gateRoutes } from './gates/gates.routes.ts'

/** Routes of what happens on the ground: gates. */
export const operationsRoutes = [gateRoutes, gateOpenRoutes]
