import { authRoutes } from './auth/auth.routes.ts'
import { firebaseRoutes } from './auth/firebase.routes.ts'
import { guestRoutes } from './auth/guests.routes.ts'
import { passwordRoutes } from './auth/passwords.routes.ts'
import { myDataRoutes } from './my-data/my-data.routes.ts'
import { passkeyRoutes } from './passkeys/passkeys.routes.ts'
import { secondFactorRoutes } from './second-factors/second-factors.routes.ts'
import { sessionRoutes } from './sessions/sessions.routes.ts'
import { userRoutes } from './users/users.routes.ts'

/** Routes of signing in, sessions, accounts, and personal data. */
export const identityRoutes = [
  authRoutes,
  firebaseRoutes,
  guestRoutes,
  passwordRoutes,
  passkeyRoutes,
  secondFactorRoutes,
  sessionRoutes,
  myDataRoutes,
  userRoutes,
]
