import { gateOpenRoutes } from './gates/gate-opens.routes.ts'
import { gateRoutes } from './gates/gates.routes.ts'
import { photoRoutes } from './photos/photos.routes.ts'
import { problemRoutes } from './problems/problems.routes.ts'

/** Routes of what happens on the ground: gates and problems. */
export const operationsRoutes = [gateRoutes, gateOpenRoutes, photoRoutes, problemRoutes]
