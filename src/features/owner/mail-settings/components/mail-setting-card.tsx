import { useId } from 'react';
import { Link } from 'wouter';
import { Lever } from '@/components/ui/lever.tsx';
import { Problem } from '@/components/ui/notice.tsx';
import { adminPaths, adminTemplatePath } from '@/config/admin-paths.ts';
import { failureSentence } from '@/lib/failure-sentence.ts';
import type { MailSetting } from '../api/mail-settings.ts';
import { kindOf } from '../mail-kinds.ts';
import { useMailSetting } from '../use-mail-setting.ts';
import { MailSettingForm } from './mail-setting-form.tsx';

type MailSettingCardProps = {
  setting: MailSetting;
  /** Null when no template of this kind is left: then the wording it came with is sent. */
  templateId: string | null;
};

export function MailSettingCard({ setting, templateId }: MailSettingCardProps) {
  const headingId = useId();
  const { template_type: type, is_on: isOn } = setting;
  const kind = kindOf(type);
  const save = useMailSetting(type);
  const turn = () =>
    save.mutate({
      change: { is_on: !isOn },
      done: `“${kind.label}” is ${isOn ? 'switched off' : 'switched on'}.`,
    });

  return (
    <section aria-labelledby={headingId} className="py-7">
      <div className="flex items-start justify-between gap-6">
        <div className="min-w-0">
          <h2 id={headingId} className="heading-3">
            {kind.label}
          </h2>
          {kind.description && <p className="mt-1.5 max-w-xl text-ink-soft">{kind.description}</p>}
        </div>
        <Lever labelledBy={headingId} isOn={isOn} busy={save.isPending} onTurn={turn} />
      </div>
      <Problem className="mt-5" title="Not saved">
        {save.error && failureSentence(save.error)}
      </Problem>
      {(kind.wait ?? kind.hour ?? kind.count) && <MailSettingForm setting={setting} save={save} />}
      <Link
        to={templateId ? adminTemplatePath(templateId) : adminPaths.templates}
        className="mt-3 text-link"
      >
        Edit text<span className="sr-only"> of “{kind.label}”</span>
      </Link>
    </section>
  );
}
