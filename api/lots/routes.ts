import { arrivalRoutes } from './arrival/arrival.routes.ts'
import { cityRoutes } from './cities/cities.routes.ts'
import { draftRoutes } from './drafts/drafts.routes.ts'
import { earningsEstimateRoutes } from './earnings-estimate/earnings-estimate.routes.ts'
import { fileRoutes } from './files/files.routes.ts'
import { lotExportRoutes } from './lot-export/lot-export.routes.ts'
import { lotFileRoutes } from './lot-files/lot-files.routes.ts'
import { lotPhotoRoutes } from './lot-photos/lot-photos.routes.ts'
import { lotSettingsRoutes } from './lot-settings/lot-settings.routes.ts'
import { mapRoutes } from './maps/maps.routes.ts'
import { placeRoutes } from './places/places.routes.ts'
import { publicIdRoutes } from './public-ids/public-ids.routes.ts'
import { ratingRoutes } from './ratings/ratings.routes.ts'
import { redirectRoutes } from './redirects/redirects.routes.ts'
import { setupRoutes } from './setup/setup.routes.ts'
import { shortLinkRoutes } from './short-links/short-links.routes.ts'
import { signRoutes } from './signs/signs.routes.ts'
import { lotSpotRoutes } from './spots/lot-spots.routes.ts'
import { spotRoutes } from './spots/spots.routes.ts'

/** Routes of lots, spots, maps, signs, files, and links. */
export const lotsRoutes = [
  placeRoutes,
  cityRoutes,
  lotSettingsRoutes,
  draftRoutes,
  setupRoutes,
  earningsEstimateRoutes,
  lotExportRoutes,
  lotFileRoutes,
  publicIdRoutes,
  redirectRoutes,
  spotRoutes,
  lotSpotRoutes,
  fileRoutes,
  lotPhotoRoutes,
  mapRoutes,
  arrivalRoutes,
  shortLinkRoutes,
  signRoutes,
  ratingRoutes,
]
