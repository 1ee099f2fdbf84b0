import { createMiddleware } from 'hono/factory';
import { secureHeaders } from 'hono/secure-headers';

type Embeds = { stripe: boolean; schedulingPages: Record<string, string> };

const stripeOrigins = {
  script: ['https://js.stripe.com', 'https://*.js.stripe.com'],
  frame: ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
  connect: ['https://api.stripe.com'],
};

/** Headers of every answer: only our own scripts run, and nobody frames us; others only as configured. */
export function securityHeaders({ stripe, schedulingPages }: Embeds) {
  const pages = [...new Set(Object.values(schedulingPages).flatMap(embeddedOrigins))];
  return secureHeaders({
    contentSecurityPolicy: {
      defaultSrc: ["'self'"],
      scriptSrc: ["'self'", ...(stripe ? stripeOrigins.script : [])],
      // Style attributes are set by the components of the calendar and the dialogs.
      styleSrc: ["'self'", "'unsafe-inline'"],
      imgSrc: ["'self'", 'data:', 'blob:'],
      fontSrc: ["'self'"],
      connectSrc: ["'self'", ...(stripe ? stripeOrigins.connect : [])],
      frameSrc: ["'self'", ...(stripe ? stripeOrigins.frame : []), ...pages],
      objectSrc: ["'none'"],
      baseUri: ["'none'"],
      formAction: ["'self'"],
      frameAncestors: ["'none'"],
    },
    crossOriginEmbedderPolicy: false,
    // A payment's challenge and a scheduling page may open a window of their own.
    crossOriginOpenerPolicy: 'same-origin-allow-popups',
    referrerPolicy: 'strict-origin-when-cross-origin',
    xFrameOptions: 'DENY',
  });
}

/** Goes around the headers of all: what strangers uploaded runs nothing and loads nothing, whatever it is. */
export const storedFileHeaders = createMiddleware(async (context, next) => {
  await next();
  context.header('content-security-policy', "default-src 'none'; sandbox");
});

// Cal.com's pages are embedded from another host than they are shared from.
function embeddedOrigins(page: string): string[] {
  const { origin, hostname } = new URL(page);
  return hostname === 'cal.com' ? [origin, 'https://app.cal.com'] : [origin];
}
