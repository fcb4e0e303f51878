import { authRoutes } from './auth/auth.routes.ts'
import { firebaseRoutes } from './auth/firebase.routes.ts'
import { guestRoutes } from './auth/guests.routes.ts'
import { passwordRoutes } from './auth/passwords.routes.ts'
import { waysInRoutes } from './auth/ways-in.routes.ts'
import { guestLinkRoutes } from './guest-links/guest-links.routes.ts'
import { myDataRoutes } from './my-data/my-data.routes.ts'
import { passkeyRoutes } from './passkeys/passkeys.routes.ts'
import { phoneCodeRoutes } from './phone-codes/phone-codes.routes.ts'
import { profileRoutes } from './profile/profile.routes.ts'
import { secondFactorRoutes } from './second-factors/second-factors.routes.ts'
import { sessionRoutes } from './sessions/sessions.routes.ts'

/** Routes of signing in, sessions, accounts, and personal data. */
export const identityRoutes = [
  authRoutes,
  firebaseRoutes,
  guestRoutes,
  passwordRoutes,
  guestLinkRoutes,
  waysInRoutes,
  passkeyRoutes,
  phoneCodeRoutes,
  secondFactorRoutes,
  sessionRoutes,
  myDataRoutes,
  profileRoutes,
]
