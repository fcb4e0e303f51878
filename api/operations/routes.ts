import { cameraRoutes } from './cameras/cameras.routes.ts'
import { cameraEventRoutes } from './cameras/receive-event.routes.ts'
import { visitRoutes } from './cameras/visits.routes.ts'
import { fineRoutes } from './fines/fines.routes.ts'
import { ownFineRoutes } from './fines/own-fines.routes.ts'
import { gateOpenRoutes } from './gates/gate-opens.routes.ts'
import { gateRoutes } from './gates/gates.routes.ts'
import { passGateRoutes } from './gates/pass-gates.routes.ts'
import { patrolRoutes } from './patrol/patrol.routes.ts'
import { photoRoutes } from './photos/photos.routes.ts'
import { checkPlateRoutes } from './plates/check-plate.routes.ts'
import { plateRoutes } from './plates/plates.routes.ts'
import { problemRoutes } from './problems/problems.routes.ts'
import { validationAccountRoutes } from './validation/accounts.routes.ts'
import { validationOptionRoutes } from './validation/options.routes.ts'
import { validationPartnerRoutes } from './validation/partners.routes.ts'
import { validationTabletRoutes } from './validation/tablet.routes.ts'
import { validationRoutes } from './validation/validations.routes.ts'

/** Routes of what happens on the ground: gates, cameras, problems, and parking validation. */
export const operationsRoutes = [
  cameraRoutes,
  cameraEventRoutes,
  visitRoutes,
  gateRoutes,
  gateOpenRoutes,
  passGateRoutes,
  photoRoutes,
  plateRoutes,
  checkPlateRoutes,
  patrolRoutes,
  problemRoutes,
  fineRoutes,
  ownFineRoutes,
  validationRoutes,
  validationPartnerRoutes,
  validationOptionRoutes,
  validationAccountRoutes,
  validationTabletRoutes,
]
