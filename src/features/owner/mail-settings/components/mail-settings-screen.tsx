import { useQuery } from '@tanstack/react-query';
import { NotLoaded } from '@/components/not-loaded.tsx';
import { Page } from '@/components/ui/page.tsx';
import { mailSettingsQuery } from '../api/mail-settings.ts';
import { placeOf } from '../mail-kinds.ts';
import { MailSettingCard } from './mail-setting-card.tsx';

/** Which mails go out by themselves, when, and how often. */
export default function MailSettingsScreen() {
  return (
    <Page
      title="Automatic emails"
      heading="Automatic emails"
      lead="Switch an email on or off, choose its time, or reword it. Confirmations and other required emails are always sent."
    >
      <Settings />
    </Page>
  );
}

function Settings() {
  const query = useQuery(mailSettingsQuery);
  const { data } = query;
  if (!data) {
    return (
      <NotLoaded
        query={query}
        loading="Loading automatic emails"
        failed="Could not load the automatic emails."
      />
    );
  }
  const sorted = [...data.settings].sort(
    (one, other) => placeOf(one.template_type) - placeOf(other.template_type),
  );
  return (
    <ul
      aria-label="Automatic emails"
      className="max-w-4xl border-t border-hairline xl:grid xl:max-w-none xl:grid-cols-2 xl:gap-x-14"
    >
      {sorted.map((setting) => (
        <li key={setting.template_type} className="border-b border-hairline">
          <MailSettingCard
            setting={setting}
            templateId={data.templateIds.get(setting.template_type) ?? null}
          />
        </li>
      ))}
    </ul>
  );
}
