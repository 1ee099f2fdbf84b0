import { previewedTemplate } from '../../contracts/mail.ts';
import type { FunctionDeps, FunctionHandler } from '../_shared/http/deps.ts';
import { readBusiness } from '../_shared/bookings/business.ts';
import { findProblem } from '../_shared/mail/check-template.ts';
import { answer } from '../_shared/http/http.ts';
import { administratorFunction } from '../_shared/http/administrator-function.ts';
import {
  sampleVariables,
  templateBodyLimit,
  templateRequest,
} from '../_shared/mail/template-request.ts';
import { darkPalette, lightPalette } from '../_shared/mail/layout/mail-palette.ts';
import { logoIn, writeMail } from '../_shared/mail/write-mail.ts';

/** Renders a template with sample values. An unfinished one is nothing unusual, so its problem is an answer. */
export const previewTemplateHandler = (deps: FunctionDeps): FunctionHandler =>
  administratorFunction(
    deps,
    templateRequest,
    async (template) => {
      const business = await readBusiness(deps.rest);
      const logoUrl = logoIn({ business, publicUrl: deps.publicUrl });
      const variables = sampleVariables(template.template_type, business);
      const problem = await findProblem(template, variables);
      if (problem) return answer(previewedTemplate, { variables, problem });
      const { subject, html } = await writeMail(template, variables, {
        palette: lightPalette,
        logoUrl,
      });
      const { html: darkHtml } = await writeMail(template, variables, {
        palette: darkPalette,
        logoUrl,
      });
      return answer(previewedTemplate, { variables, subject, html, darkHtml });
    },
    templateBodyLimit,
  );
