// Written from the migrations by npm run types:database: do not edit.

export type Json =
  | string
  | number
  | boolean
  | null
  | { readonly [key: string]: Json | undefined }
  | readonly Json[];

export type Database = {
  public: {
    Tables: {
      admins: {
        Row: { created_at: string; user_id: string };
        Insert: { created_at?: string; user_id: string };
        Update: { created_at?: string; user_id?: string };
        Relationships: [];
      };
      booking_changes: {
        Row: {
          action: string;
          actor: string | null;
          actor_label: string;
          at: string;
          booking_id: string;
          id: number;
          is: Json | null;
          was: Json | null;
        };
        Insert: {
          action: string;
          actor?: string | null;
          actor_label: string;
          at?: string;
          booking_id: string;
          id: number;
          is?: Json | null;
          was?: Json | null;
        };
        Update: {
          action?: string;
          actor?: string | null;
          actor_label?: string;
          at?: string;
          booking_id?: string;
          id?: number;
          is?: Json | null;
          was?: Json | null;
        };
        Relationships: [
          {
            foreignKeyName: 'booking_changes_booking_id_fkey';
            columns: ['booking_id'];
            isOneToOne: false;
            referencedRelation: 'bookings';
            referencedColumns: ['id'];
          },
        ];
      };
      booking_notes: {
        Row: { booking_id: string; note: string; updated_at: string; version: number };
        Insert: { booking_id: string; note: string; updated_at?: string; version?: number };
        Update: { booking_id?: string; note?: string; updated_at?: string; version?: number };
        Relationships: [
          {
            foreignKeyName: 'booking_notes_booking_id_fkey';
            columns: ['booking_id'];
            isOneToOne: true;
            referencedRelation: 'bookings';
            referencedColumns: ['id'];
          },
        ];
      };
      booking_photos: {
        Row: {
          booking_id: string | null;
          created_at: string;
          id: string;
          kind: 'customer' | 'before' | 'after' | 'condition';
          place: number;
          removed_at: string | null;
          removed_by: string | null;
          taken_by: string | null;
        };
        Insert: {
          booking_id?: string | null;
          created_at?: string;
          id?: string;
          kind?: 'customer' | 'before' | 'after' | 'condition';
          place: number;
          removed_at?: string | null;
          removed_by?: string | null;
          taken_by?: string | null;
        };
        Update: {
          booking_id?: string | null;
          created_at?: string;
          id?: string;
          kind?: 'customer' | 'before' | 'after' | 'condition';
          place?: number;
          removed_at?: string | null;
          removed_by?: string | null;
          taken_by?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: 'booking_photos_booking_id_fkey';
            columns: ['booking_id'];
            isOneToOne: false;
            referencedRelation: 'bookings';
            referencedColumns: ['id'];
          },
        ];
      };
      bookings: {
        Row: {
          add_ons: Json | null;
          address: string;
          arriving_in_minutes: number | null;
          booking_date: string;
          booking_time: string;
          calendar_sequence: number;
          calendar_uid: string;
          cancellation_free_until: string | null;
          cancelled_at: string | null;
          car_model: string;
          car_year: number;
          city: string;
          client_address: string | null;
          coupon_code: string | null;
          created_at: string;
          customer_email: string | null;
          customer_name: string;
          customer_notes: string | null;
          customer_phone: string;
          deposit_cents: number;
          deposit_kept_since: string | null;
          deposit_paid: boolean;
          discount_cents: number;
          done_at: string | null;
          due_now_cents: number;
          duration_minutes: number;
          free_cancellation_hours: number;
          gate_access: string | null;
          has_power: '' | 'Yes' | 'No' | null;
          has_water: '' | 'Yes' | 'No' | null;
          hold_extensions: number;
          id: string;
          location_type: string;
          nearby_discount_cents: number;
          no_show_at: string | null;
          on_my_way_at: string | null;
          opens_by_id: boolean;
          payment_option: 'pay_deposit' | 'pay_full_online' | 'pay_later';
          postal_code: string;
          price_cents: number;
          province: string;
          replaced_at: string | null;
          sale_changed_at: string | null;
          service_id: string;
          service_name: string;
          sold_features: Json | null;
          source: 'online' | 'phone';
          status: 'pending_payment' | 'deposit_paid' | 'confirmed' | 'paid' | 'cancelled';
          stripe_checkout_session_id: string | null;
          tax_cents: number;
          tax_label: string;
          tax_lines: Json | null;
          tip_cents: number;
          total_cents: number;
          updated_at: string;
          user_id: string | null;
          vehicle_name: string | null;
          vehicle_type: string;
          work_began_at: string | null;
        };
        Insert: {
          add_ons?: Json | null;
          address: string;
          arriving_in_minutes?: number | null;
          booking_date: string;
          booking_time: string;
          calendar_sequence?: number;
          calendar_uid?: string;
          cancellation_free_until?: string | null;
          cancelled_at?: string | null;
          car_model: string;
          car_year: number;
          city: string;
          client_address?: string | null;
          coupon_code?: string | null;
          created_at?: string;
          customer_email?: string | null;
          customer_name: string;
          customer_notes?: string | null;
          customer_phone: string;
          deposit_cents: number;
          deposit_kept_since?: string | null;
          deposit_paid?: boolean;
          discount_cents?: number;
          done_at?: string | null;
          due_now_cents: number;
          duration_minutes: number;
          free_cancellation_hours: number;
          gate_access?: string | null;
          has_power?: '' | 'Yes' | 'No' | null;
          has_water?: '' | 'Yes' | 'No' | null;
          hold_extensions?: number;
          id?: string;
          location_type?: string;
          nearby_discount_cents?: number;
          no_show_at?: string | null;
          on_my_way_at?: string | null;
          opens_by_id?: boolean;
          payment_option: 'pay_deposit' | 'pay_full_online' | 'pay_later';
          postal_code: string;
          price_cents: number;
          province: string;
          replaced_at?: string | null;
          sale_changed_at?: string | null;
          service_id: string;
          service_name: string;
          sold_features?: Json | null;
          source?: 'online' | 'phone';
          status?: 'pending_payment' | 'deposit_paid' | 'confirmed' | 'paid' | 'cancelled';
          stripe_checkout_session_id?: string | null;
          tax_cents?: number;
          tax_label?: string;
          tax_lines?: Json | null;
          tip_cents?: number;
          total_cents: number;
          updated_at?: string;
          user_id?: string | null;
          vehicle_name?: string | null;
          vehicle_type: string;
          work_began_at?: string | null;
        };
        Update: {
          add_ons?: Json | null;
          address?: string;
          arriving_in_minutes?: number | null;
          booking_date?: string;
          booking_time?: string;
          calendar_sequence?: number;
          calendar_uid?: string;
          cancellation_free_until?: string | null;
          cancelled_at?: string | null;
          car_model?: string;
          car_year?: number;
          city?: string;
          client_address?: string | null;
          coupon_code?: string | null;
          created_at?: string;
          customer_email?: string | null;
          customer_name?: string;
          customer_notes?: string | null;
          customer_phone?: string;
          deposit_cents?: number;
          deposit_kept_since?: string | null;
          deposit_paid?: boolean;
          discount_cents?: number;
          done_at?: string | null;
          due_now_cents?: number;
          duration_minutes?: number;
          free_cancellation_hours?: number;
          gate_access?: string | null;
          has_power?: '' | 'Yes' | 'No' | null;
          has_water?: '' | 'Yes' | 'No' | null;
          hold_extensions?: number;
          id?: string;
          location_type?: string;
          nearby_discount_cents?: number;
          no_show_at?: string | null;
          on_my_way_at?: string | null;
          opens_by_id?: boolean;
          payment_option?: 'pay_deposit' | 'pay_full_online' | 'pay_later';
          postal_code?: string;
          price_cents?: number;
          province?: string;
          replaced_at?: string | null;
          sale_changed_at?: string | null;
          service_id?: string;
          service_name?: string;
          sold_features?: Json | null;
          source?: 'online' | 'phone';
          status?: 'pending_payment' | 'deposit_paid' | 'confirmed' | 'paid' | 'cancelled';
          stripe_checkout_session_id?: string | null;
          tax_cents?: number;
          tax_label?: string;
          tax_lines?: Json | null;
          tip_cents?: number;
          total_cents?: number;
          updated_at?: string;
          user_id?: string | null;
          vehicle_name?: string | null;
          vehicle_type?: string;
          work_began_at?: string | null;
        };
        Relationships: [];
      };
      business_draft: {
        Row: {
          business: Json | null;
          only_row: boolean;
          revision: number;
          saved_at: string | null;
          saved_by: string | null;
        };
        Insert: {
          business?: Json | null;
          only_row?: boolean;
          revision?: number;
          saved_at?: string | null;
          saved_by?: string | null;
        };
        Update: {
          business?: Json | null;
          only_row?: boolean;
          revision?: number;
          saved_at?: string | null;
          saved_by?: string | null;
        };
        Relationships: [];
      };
      business_versions: {
        Row: {
          business: Json;
          changes: string[];
          published_at: string;
          published_by: string | null;
          publisher_label: string;
          restored_version: number | null;
          version: number;
        };
        Insert: {
          business: Json;
          changes?: string[];
          published_at?: string;
          published_by?: string | null;
          publisher_label?: string;
          restored_version?: number | null;
          version: number;
        };
        Update: {
          business?: Json;
          changes?: string[];
          published_at?: string;
          published_by?: string | null;
          publisher_label?: string;
          restored_version?: number | null;
          version?: number;
        };
        Relationships: [
          {
            foreignKeyName: 'business_versions_restored_version_fkey';
            columns: ['restored_version'];
            isOneToOne: false;
            referencedRelation: 'business_versions';
            referencedColumns: ['version'];
          },
        ];
      };
      calendar_feeds: {
        Row: {
          created_at: string;
          id: string;
          label: string;
          last_used_at: string | null;
          owner_id: string;
          token_hash: string;
        };
        Insert: {
          created_at?: string;
          id?: string;
          label: string;
          last_used_at?: string | null;
          owner_id: string;
          token_hash: string;
        };
        Update: {
          created_at?: string;
          id?: string;
          label?: string;
          last_used_at?: string | null;
          owner_id?: string;
          token_hash?: string;
        };
        Relationships: [];
      };
      checklist_ticks: {
        Row: {
          booking_id: string;
          id: string;
          is_ticked: boolean;
          item: string;
          number: number;
          ticked_at: string;
          ticked_by: string;
        };
        Insert: {
          booking_id: string;
          id: string;
          is_ticked: boolean;
          item: string;
          number: number;
          ticked_at?: string;
          ticked_by: string;
        };
        Update: {
          booking_id?: string;
          id?: string;
          is_ticked?: boolean;
          item?: string;
          number?: number;
          ticked_at?: string;
          ticked_by?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'checklist_ticks_booking_id_fkey';
            columns: ['booking_id'];
            isOneToOne: false;
            referencedRelation: 'bookings';
            referencedColumns: ['id'];
          },
        ];
      };
      condition_marks: {
        Row: {
          booking_id: string;
          id: string;
          kind: 'scratch' | 'dent' | 'stain' | 'chip' | 'other';
          made_at: string;
          made_by: string;
          note: string;
          part: string;
          removed_at: string | null;
          removed_by: string | null;
          x: number;
          y: number;
        };
        Insert: {
          booking_id: string;
          id: string;
          kind: 'scratch' | 'dent' | 'stain' | 'chip' | 'other';
          made_at?: string;
          made_by: string;
          note?: string;
          part: string;
          removed_at?: string | null;
          removed_by?: string | null;
          x: number;
          y: number;
        };
        Update: {
          booking_id?: string;
          id?: string;
          kind?: 'scratch' | 'dent' | 'stain' | 'chip' | 'other';
          made_at?: string;
          made_by?: string;
          note?: string;
          part?: string;
          removed_at?: string | null;
          removed_by?: string | null;
          x?: number;
          y?: number;
        };
        Relationships: [
          {
            foreignKeyName: 'condition_marks_booking_id_fkey';
            columns: ['booking_id'];
            isOneToOne: false;
            referencedRelation: 'bookings';
            referencedColumns: ['id'];
          },
        ];
      };
      coupon_redemptions: {
        Row: {
          booking_id: string;
          code: string;
          created_at: string;
          email: string;
          marks: string[];
          user_id: string | null;
        };
        Insert: {
          booking_id: string;
          code: string;
          created_at?: string;
          email: string;
          marks?: string[];
          user_id?: string | null;
        };
        Update: {
          booking_id?: string;
          code?: string;
          created_at?: string;
          email?: string;
          marks?: string[];
          user_id?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: 'coupon_redemptions_booking_id_fkey';
            columns: ['booking_id'];
            isOneToOne: true;
            referencedRelation: 'bookings';
            referencedColumns: ['id'];
          },
        ];
      };
      crew_changes: {
        Row: {
          action:
            | 'added'
            | 'changed'
            | 'removed'
            | 'member_invited'
            | 'invitation_withdrawn'
            | 'member_added'
            | 'member_removed';
          actor_label: string;
          at: string;
          crew: number;
          id: number;
          is: Json | null;
          was: Json | null;
        };
        Insert: {
          action:
            | 'added'
            | 'changed'
            | 'removed'
            | 'member_invited'
            | 'invitation_withdrawn'
            | 'member_added'
            | 'member_removed';
          actor_label: string;
          at?: string;
          crew: number;
          id: number;
          is?: Json | null;
          was?: Json | null;
        };
        Update: {
          action?:
            | 'added'
            | 'changed'
            | 'removed'
            | 'member_invited'
            | 'invitation_withdrawn'
            | 'member_added'
            | 'member_removed';
          actor_label?: string;
          at?: string;
          crew?: number;
          id?: number;
          is?: Json | null;
          was?: Json | null;
        };
        Relationships: [];
      };
      crew_hours: {
        Row: { crew: number; weekday: number; works_from: string; works_until: string };
        Insert: { crew: number; weekday: number; works_from: string; works_until: string };
        Update: { crew?: number; weekday?: number; works_from?: string; works_until?: string };
        Relationships: [
          {
            foreignKeyName: 'crew_hours_crew_fkey';
            columns: ['crew'];
            isOneToOne: false;
            referencedRelation: 'crews';
            referencedColumns: ['number'];
          },
        ];
      };
      crew_invitations: {
        Row: { crew: number; email: string; invited_at: string; invited_by: string };
        Insert: { crew: number; email: string; invited_at?: string; invited_by: string };
        Update: { crew?: number; email?: string; invited_at?: string; invited_by?: string };
        Relationships: [
          {
            foreignKeyName: 'crew_invitations_crew_fkey';
            columns: ['crew'];
            isOneToOne: false;
            referencedRelation: 'crews';
            referencedColumns: ['number'];
          },
        ];
      };
      crew_members: {
        Row: { created_at: string; crew: number; user_id: string };
        Insert: { created_at?: string; crew: number; user_id: string };
        Update: { created_at?: string; crew?: number; user_id?: string };
        Relationships: [
          {
            foreignKeyName: 'crew_members_crew_fkey';
            columns: ['crew'];
            isOneToOne: false;
            referencedRelation: 'crews';
            referencedColumns: ['number'];
          },
        ];
      };
      crews: {
        Row: {
          base_postal_code: string | null;
          created_at: string;
          name: string;
          number: number;
          skills: string[] | null;
          updated_at: string;
        };
        Insert: {
          base_postal_code?: string | null;
          created_at?: string;
          name?: string;
          number: number;
          skills?: string[] | null;
          updated_at?: string;
        };
        Update: {
          base_postal_code?: string | null;
          created_at?: string;
          name?: string;
          number?: number;
          skills?: string[] | null;
          updated_at?: string;
        };
        Relationships: [];
      };
      customers: {
        Row: {
          email: string;
          first_booked_at: string;
          last_booked_at: string;
          name: string;
          note: string;
          note_version: number;
          phone: string;
          search_text: string;
        };
        Insert: {
          email: string;
          first_booked_at: string;
          last_booked_at: string;
          name: string;
          note?: string;
          note_version?: number;
          phone: string;
        };
        Update: {
          email?: string;
          first_booked_at?: string;
          last_booked_at?: string;
          name?: string;
          note?: string;
          note_version?: number;
          phone?: string;
        };
        Relationships: [];
      };
      default_mails: {
        Row: { content: string; name: string; subject: string; template_type: string };
        Insert: { content: string; name: string; subject: string; template_type: string };
        Update: { content?: string; name?: string; subject?: string; template_type?: string };
        Relationships: [];
      };
      disputes: {
        Row: {
          amount_cents: number;
          due_by: string | null;
          fee_cents: number;
          has_evidence: boolean;
          id: string;
          opened_at: string;
          payment_id: string;
          reason: string;
          reinstated_at: string | null;
          reinstated_cents: number;
          reported_at: string;
          status: string;
          stripe_dispute_id: string;
          withdrawn_at: string | null;
          withdrawn_cents: number;
        };
        Insert: {
          amount_cents: number;
          due_by?: string | null;
          fee_cents?: number;
          has_evidence?: boolean;
          id?: string;
          opened_at: string;
          payment_id: string;
          reason: string;
          reinstated_at?: string | null;
          reinstated_cents?: number;
          reported_at: string;
          status: string;
          stripe_dispute_id: string;
          withdrawn_at?: string | null;
          withdrawn_cents?: number;
        };
        Update: {
          amount_cents?: number;
          due_by?: string | null;
          fee_cents?: number;
          has_evidence?: boolean;
          id?: string;
          opened_at?: string;
          payment_id?: string;
          reason?: string;
          reinstated_at?: string | null;
          reinstated_cents?: number;
          reported_at?: string;
          status?: string;
          stripe_dispute_id?: string;
          withdrawn_at?: string | null;
          withdrawn_cents?: number;
        };
        Relationships: [
          {
            foreignKeyName: 'disputes_payment_id_fkey';
            columns: ['payment_id'];
            isOneToOne: false;
            referencedRelation: 'payments';
            referencedColumns: ['id'];
          },
        ];
      };
      email_templates: {
        Row: {
          content: string;
          created_at: string;
          id: string;
          name: string;
          subject: string;
          template_type: string;
          updated_at: string;
        };
        Insert: {
          content: string;
          created_at?: string;
          id?: string;
          name: string;
          subject: string;
          template_type?: string;
          updated_at?: string;
        };
        Update: {
          content?: string;
          created_at?: string;
          id?: string;
          name?: string;
          subject?: string;
          template_type?: string;
          updated_at?: string;
        };
        Relationships: [];
      };
      gallery_photos: {
        Row: {
          before_id: string | null;
          created_at: string;
          description: string;
          id: string;
          image_height: number | null;
          image_url: string;
          image_width: number | null;
        };
        Insert: {
          before_id?: string | null;
          created_at?: string;
          description?: string;
          id?: string;
          image_height?: number | null;
          image_url: string;
          image_width?: number | null;
        };
        Update: {
          before_id?: string | null;
          created_at?: string;
          description?: string;
          id?: string;
          image_height?: number | null;
          image_url?: string;
          image_width?: number | null;
        };
        Relationships: [
          {
            foreignKeyName: 'gallery_photos_before_id_fkey';
            columns: ['before_id'];
            isOneToOne: true;
            referencedRelation: 'gallery_photos';
            referencedColumns: ['id'];
          },
        ];
      };
      inquiries: {
        Row: {
          booking_id: string | null;
          created_at: string;
          email: string;
          id: string;
          message: string;
          name: string;
          status: 'new' | 'answered' | 'closed' | 'held_back';
          subject: string;
        };
        Insert: {
          booking_id?: string | null;
          created_at?: string;
          email: string;
          id?: string;
          message: string;
          name: string;
          status?: 'new' | 'answered' | 'closed' | 'held_back';
          subject: string;
        };
        Update: {
          booking_id?: string | null;
          created_at?: string;
          email?: string;
          id?: string;
          message?: string;
          name?: string;
          status?: 'new' | 'answered' | 'closed' | 'held_back';
          subject?: string;
        };
        Relationships: [];
      };
      inquiry_changes: {
        Row: {
          actor: string | null;
          actor_label: string;
          at: string;
          id: number;
          inquiry_id: string;
          is: string;
          was: string;
        };
        Insert: {
          actor?: string | null;
          actor_label: string;
          at?: string;
          id: number;
          inquiry_id: string;
          is: string;
          was: string;
        };
        Update: {
          actor?: string | null;
          actor_label?: string;
          at?: string;
          id?: number;
          inquiry_id?: string;
          is?: string;
          was?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'inquiry_changes_inquiry_id_fkey';
            columns: ['inquiry_id'];
            isOneToOne: false;
            referencedRelation: 'inquiries';
            referencedColumns: ['id'];
          },
        ];
      };
      inquiry_replies: {
        Row: {
          actor: string | null;
          actor_label: string;
          at: string;
          id: string;
          inquiry_id: string;
          message: string;
        };
        Insert: {
          actor?: string | null;
          actor_label: string;
          at?: string;
          id: string;
          inquiry_id: string;
          message: string;
        };
        Update: {
          actor?: string | null;
          actor_label?: string;
          at?: string;
          id?: string;
          inquiry_id?: string;
          message?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'inquiry_replies_inquiry_id_fkey';
            columns: ['inquiry_id'];
            isOneToOne: false;
            referencedRelation: 'inquiries';
            referencedColumns: ['id'];
          },
        ];
      };
      mail_choice_links: {
        Row: { created_at: string; email: string; token_hash: string };
        Insert: { created_at?: string; email: string; token_hash: string };
        Update: { created_at?: string; email?: string; token_hash?: string };
        Relationships: [
          {
            foreignKeyName: 'mail_choice_links_email_fkey';
            columns: ['email'];
            isOneToOne: false;
            referencedRelation: 'mail_choices';
            referencedColumns: ['email'];
          },
        ];
      };
      mail_choices: {
        Row: { created_at: string; email: string; unsubscribed_at: string | null };
        Insert: { created_at?: string; email: string; unsubscribed_at?: string | null };
        Update: { created_at?: string; email?: string; unsubscribed_at?: string | null };
        Relationships: [];
      };
      mail_outbox: {
        Row: {
          attempts: number;
          booking_id: string | null;
          created_at: string;
          data: Json;
          id: string;
          key: string;
          last_error: string | null;
          locked_until: string | null;
          next_attempt_at: string;
          sent_at: string | null;
          status: 'queued' | 'sent' | 'failed' | 'dropped';
          template_type: string;
          to_email: string;
        };
        Insert: {
          attempts?: number;
          booking_id?: string | null;
          created_at?: string;
          data?: Json;
          id?: string;
          key: string;
          last_error?: string | null;
          locked_until?: string | null;
          next_attempt_at?: string;
          sent_at?: string | null;
          status?: 'queued' | 'sent' | 'failed' | 'dropped';
          template_type: string;
          to_email: string;
        };
        Update: {
          attempts?: number;
          booking_id?: string | null;
          created_at?: string;
          data?: Json;
          id?: string;
          key?: string;
          last_error?: string | null;
          locked_until?: string | null;
          next_attempt_at?: string;
          sent_at?: string | null;
          status?: 'queued' | 'sent' | 'failed' | 'dropped';
          template_type?: string;
          to_email?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'mail_outbox_booking_id_fkey';
            columns: ['booking_id'];
            isOneToOne: false;
            referencedRelation: 'bookings';
            referencedColumns: ['id'];
          },
        ];
      };
      mail_settings: {
        Row: {
          is_on: boolean;
          most: number;
          send_at: string | null;
          template_type: string;
          updated_at: string;
          wait_hours: number | null;
        };
        Insert: {
          is_on?: boolean;
          most?: number;
          send_at?: string | null;
          template_type: string;
          updated_at?: string;
          wait_hours?: number | null;
        };
        Update: {
          is_on?: boolean;
          most?: number;
          send_at?: string | null;
          template_type?: string;
          updated_at?: string;
          wait_hours?: number | null;
        };
        Relationships: [];
      };
      mileage_days: {
        Row: {
          corrected_kilometres: number | null;
          crew: number;
          day: string;
          destinations: string;
          kilometres: number;
          visits: number;
        };
        Insert: {
          corrected_kilometres?: number | null;
          crew: number;
          day: string;
          destinations: string;
          kilometres: number;
          visits: number;
        };
        Update: {
          corrected_kilometres?: number | null;
          crew?: number;
          day?: string;
          destinations?: string;
          kilometres?: number;
          visits?: number;
        };
        Relationships: [];
      };
      offered_times: {
        Row: {
          booking_id: string | null;
          closed_at: string | null;
          created_at: string;
          duration_minutes: number;
          expires_at: string;
          id: string;
          kind: 'rain' | 'waiting';
          outcome: 'taken' | 'declined' | 'withdrawn' | 'lapsed' | null;
          service_name: string;
          starts_at: string;
          token_hash: string | null;
          waiting_id: string | null;
        };
        Insert: {
          booking_id?: string | null;
          closed_at?: string | null;
          created_at?: string;
          duration_minutes: number;
          expires_at: string;
          id?: string;
          kind: 'rain' | 'waiting';
          outcome?: 'taken' | 'declined' | 'withdrawn' | 'lapsed' | null;
          service_name: string;
          starts_at: string;
          token_hash?: string | null;
          waiting_id?: string | null;
        };
        Update: {
          booking_id?: string | null;
          closed_at?: string | null;
          created_at?: string;
          duration_minutes?: number;
          expires_at?: string;
          id?: string;
          kind?: 'rain' | 'waiting';
          outcome?: 'taken' | 'declined' | 'withdrawn' | 'lapsed' | null;
          service_name?: string;
          starts_at?: string;
          token_hash?: string | null;
          waiting_id?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: 'offered_times_booking_id_fkey';
            columns: ['booking_id'];
            isOneToOne: false;
            referencedRelation: 'bookings';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'offered_times_waiting_id_fkey';
            columns: ['waiting_id'];
            isOneToOne: false;
            referencedRelation: 'waiting_list';
            referencedColumns: ['id'];
          },
        ];
      };
      opening_exceptions: {
        Row: {
          day: string;
          ends_by: string | null;
          is_open: boolean;
          label: string;
          starts: string[] | null;
          updated_at: string;
        };
        Insert: {
          day: string;
          ends_by?: string | null;
          is_open: boolean;
          label?: string;
          starts?: string[] | null;
          updated_at?: string;
        };
        Update: {
          day?: string;
          ends_by?: string | null;
          is_open?: boolean;
          label?: string;
          starts?: string[] | null;
          updated_at?: string;
        };
        Relationships: [];
      };
      opening_hours: {
        Row: {
          ends_by: string;
          is_open: boolean;
          move_ends_by: string;
          move_every_minutes: number;
          move_from: string;
          move_until: string;
          starts: string[];
          updated_at: string;
          weekday: number;
        };
        Insert: {
          ends_by?: string;
          is_open?: boolean;
          move_ends_by?: string;
          move_every_minutes?: number;
          move_from?: string;
          move_until?: string;
          starts?: string[];
          updated_at?: string;
          weekday: number;
        };
        Update: {
          ends_by?: string;
          is_open?: boolean;
          move_ends_by?: string;
          move_every_minutes?: number;
          move_from?: string;
          move_until?: string;
          starts?: string[];
          updated_at?: string;
          weekday?: number;
        };
        Relationships: [];
      };
      payment_findings: {
        Row: {
          booking_id: string | null;
          closed_at: string | null;
          facts: Json;
          found_at: string;
          id: string;
          kind:
            | 'paid_without_booking'
            | 'booking_without_payment'
            | 'refund_stuck'
            | 'amount_unlike';
          outcome: 'mended' | 'cleared' | 'accepted' | null;
          reason: string;
          refund_id: string | null;
          steps: Json;
          stripe_payment_intent_id: string | null;
          subject: string;
        };
        Insert: {
          booking_id?: string | null;
          closed_at?: string | null;
          facts?: Json;
          found_at?: string;
          id?: string;
          kind:
            | 'paid_without_booking'
            | 'booking_without_payment'
            | 'refund_stuck'
            | 'amount_unlike';
          outcome?: 'mended' | 'cleared' | 'accepted' | null;
          reason: string;
          refund_id?: string | null;
          steps?: Json;
          stripe_payment_intent_id?: string | null;
          subject: string;
        };
        Update: {
          booking_id?: string | null;
          closed_at?: string | null;
          facts?: Json;
          found_at?: string;
          id?: string;
          kind?:
            | 'paid_without_booking'
            | 'booking_without_payment'
            | 'refund_stuck'
            | 'amount_unlike';
          outcome?: 'mended' | 'cleared' | 'accepted' | null;
          reason?: string;
          refund_id?: string | null;
          steps?: Json;
          stripe_payment_intent_id?: string | null;
          subject?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'payment_findings_booking_id_fkey';
            columns: ['booking_id'];
            isOneToOne: false;
            referencedRelation: 'bookings';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'payment_findings_refund_id_fkey';
            columns: ['refund_id'];
            isOneToOne: false;
            referencedRelation: 'refunds';
            referencedColumns: ['id'];
          },
        ];
      };
      payment_links: {
        Row: {
          booking_id: string;
          created_at: string;
          expires_at: string;
          id: string;
          is_mailed: boolean;
          revoked_at: string | null;
          token_hash: string;
        };
        Insert: {
          booking_id: string;
          created_at?: string;
          expires_at: string;
          id?: string;
          is_mailed: boolean;
          revoked_at?: string | null;
          token_hash: string;
        };
        Update: {
          booking_id?: string;
          created_at?: string;
          expires_at?: string;
          id?: string;
          is_mailed?: boolean;
          revoked_at?: string | null;
          token_hash?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'payment_links_booking_id_fkey';
            columns: ['booking_id'];
            isOneToOne: false;
            referencedRelation: 'bookings';
            referencedColumns: ['id'];
          },
        ];
      };
      payment_scans: {
        Row: { id: boolean; last_id: string; scanned_until: string; swept_at: string };
        Insert: { id?: boolean; last_id?: string; scanned_until?: string; swept_at?: string };
        Update: { id?: boolean; last_id?: string; scanned_until?: string; swept_at?: string };
        Relationships: [];
      };
      payments: {
        Row: {
          amount_cents: number;
          booking_id: string;
          created_at: string;
          crew_holds: boolean;
          id: string;
          last_error: string | null;
          method: 'online' | 'cash' | 'card' | 'e_transfer';
          purpose: string | null;
          reconciled_at: string | null;
          recorded_by: string | null;
          refunded_cents: number;
          reported_refunded_cents: number;
          request_id: string | null;
          settled_at: string | null;
          status: 'requires_payment' | 'processing' | 'succeeded' | 'failed' | 'canceled';
          stripe_payment_intent_id: string | null;
          tip_cents: number;
          updated_at: string;
        };
        Insert: {
          amount_cents: number;
          booking_id: string;
          created_at?: string;
          crew_holds?: boolean;
          id?: string;
          last_error?: string | null;
          method?: 'online' | 'cash' | 'card' | 'e_transfer';
          purpose?: string | null;
          reconciled_at?: string | null;
          recorded_by?: string | null;
          refunded_cents?: number;
          reported_refunded_cents?: number;
          request_id?: string | null;
          settled_at?: string | null;
          status?: 'requires_payment' | 'processing' | 'succeeded' | 'failed' | 'canceled';
          stripe_payment_intent_id?: string | null;
          tip_cents?: number;
          updated_at?: string;
        };
        Update: {
          amount_cents?: number;
          booking_id?: string;
          created_at?: string;
          crew_holds?: boolean;
          id?: string;
          last_error?: string | null;
          method?: 'online' | 'cash' | 'card' | 'e_transfer';
          purpose?: string | null;
          reconciled_at?: string | null;
          recorded_by?: string | null;
          refunded_cents?: number;
          reported_refunded_cents?: number;
          request_id?: string | null;
          settled_at?: string | null;
          status?: 'requires_payment' | 'processing' | 'succeeded' | 'failed' | 'canceled';
          stripe_payment_intent_id?: string | null;
          tip_cents?: number;
          updated_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'payments_booking_id_fkey';
            columns: ['booking_id'];
            isOneToOne: false;
            referencedRelation: 'bookings';
            referencedColumns: ['id'];
          },
        ];
      };
      phone_customers: {
        Row: {
          first_booked_at: string;
          last_booked_at: string;
          name: string;
          name_key: string;
          note: string;
          note_version: number;
          phone: string;
          search_text: string;
        };
        Insert: {
          first_booked_at: string;
          last_booked_at: string;
          name: string;
          note?: string;
          note_version?: number;
          phone: string;
        };
        Update: {
          first_booked_at?: string;
          last_booked_at?: string;
          name?: string;
          note?: string;
          note_version?: number;
          phone?: string;
        };
        Relationships: [];
      };
      photo_consents: {
        Row: {
          booking_id: string;
          given_at: string | null;
          revoked_at: string | null;
          wording: string;
        };
        Insert: {
          booking_id: string;
          given_at?: string | null;
          revoked_at?: string | null;
          wording?: string;
        };
        Update: {
          booking_id?: string;
          given_at?: string | null;
          revoked_at?: string | null;
          wording?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'photo_consents_booking_id_fkey';
            columns: ['booking_id'];
            isOneToOne: true;
            referencedRelation: 'bookings';
            referencedColumns: ['id'];
          },
        ];
      };
      photo_links: {
        Row: { booking_id: string; expires_at: string | null; token_hash: string };
        Insert: { booking_id: string; expires_at?: string | null; token_hash: string };
        Update: { booking_id?: string; expires_at?: string | null; token_hash?: string };
        Relationships: [
          {
            foreignKeyName: 'photo_links_booking_id_fkey';
            columns: ['booking_id'];
            isOneToOne: false;
            referencedRelation: 'photo_consents';
            referencedColumns: ['booking_id'];
          },
        ];
      };
      postal_areas: {
        Row: { area: string; centre: string };
        Insert: { area: string; centre: string };
        Update: { area?: string; centre?: string };
        Relationships: [];
      };
      rain_answers: {
        Row: {
          booking_id: string;
          changed_at: string;
          expires_at: string | null;
          id: string;
          rain_day_id: string;
          state: 'asked' | 'declined' | 'settled' | 'closed';
          token_hash: string;
          was_date: string;
          was_time: string;
        };
        Insert: {
          booking_id: string;
          changed_at?: string;
          expires_at?: string | null;
          id?: string;
          rain_day_id: string;
          state?: 'asked' | 'declined' | 'settled' | 'closed';
          token_hash: string;
          was_date: string;
          was_time: string;
        };
        Update: {
          booking_id?: string;
          changed_at?: string;
          expires_at?: string | null;
          id?: string;
          rain_day_id?: string;
          state?: 'asked' | 'declined' | 'settled' | 'closed';
          token_hash?: string;
          was_date?: string;
          was_time?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'rain_answers_booking_id_fkey';
            columns: ['booking_id'];
            isOneToOne: false;
            referencedRelation: 'bookings';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'rain_answers_rain_day_id_fkey';
            columns: ['rain_day_id'];
            isOneToOne: false;
            referencedRelation: 'rain_days';
            referencedColumns: ['id'];
          },
        ];
      };
      rain_days: {
        Row: {
          answer_hours: number;
          claim_id: string | null;
          created_at: string;
          day: string;
          id: string;
          part: 'day' | 'morning' | 'afternoon';
          taken_back_at: string | null;
        };
        Insert: {
          answer_hours: number;
          claim_id?: string | null;
          created_at?: string;
          day: string;
          id?: string;
          part: 'day' | 'morning' | 'afternoon';
          taken_back_at?: string | null;
        };
        Update: {
          answer_hours?: number;
          claim_id?: string | null;
          created_at?: string;
          day?: string;
          id?: string;
          part?: 'day' | 'morning' | 'afternoon';
          taken_back_at?: string | null;
        };
        Relationships: [];
      };
      received_texts: {
        Row: {
          body: string;
          meaning: 'stopped' | 'started' | 'help' | 'kept';
          message_id: string;
          phone: string;
          received_at: string;
        };
        Insert: {
          body: string;
          meaning: 'stopped' | 'started' | 'help' | 'kept';
          message_id: string;
          phone: string;
          received_at?: string;
        };
        Update: {
          body?: string;
          meaning?: 'stopped' | 'started' | 'help' | 'kept';
          message_id?: string;
          phone?: string;
          received_at?: string;
        };
        Relationships: [];
      };
      refunds: {
        Row: {
          amount_cents: number;
          attempts: number;
          created_at: string;
          id: string;
          last_error: string | null;
          method: 'cash' | 'card' | 'e_transfer' | null;
          next_attempt_at: string;
          overpaid_cents: number | null;
          payment_id: string;
          reason: string;
          replaced_by: string | null;
          request_id: string | null;
          sending_until: string | null;
          status: 'pending' | 'sent' | 'succeeded' | 'failed' | 'owed';
          stripe_refund_id: string | null;
        };
        Insert: {
          amount_cents: number;
          attempts?: number;
          created_at?: string;
          id?: string;
          last_error?: string | null;
          method?: 'cash' | 'card' | 'e_transfer' | null;
          next_attempt_at?: string;
          overpaid_cents?: number | null;
          payment_id: string;
          reason: string;
          replaced_by?: string | null;
          request_id?: string | null;
          sending_until?: string | null;
          status?: 'pending' | 'sent' | 'succeeded' | 'failed' | 'owed';
          stripe_refund_id?: string | null;
        };
        Update: {
          amount_cents?: number;
          attempts?: number;
          created_at?: string;
          id?: string;
          last_error?: string | null;
          method?: 'cash' | 'card' | 'e_transfer' | null;
          next_attempt_at?: string;
          overpaid_cents?: number | null;
          payment_id?: string;
          reason?: string;
          replaced_by?: string | null;
          request_id?: string | null;
          sending_until?: string | null;
          status?: 'pending' | 'sent' | 'succeeded' | 'failed' | 'owed';
          stripe_refund_id?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: 'refunds_payment_id_fkey';
            columns: ['payment_id'];
            isOneToOne: false;
            referencedRelation: 'payments';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'refunds_replaced_by_fkey';
            columns: ['replaced_by'];
            isOneToOne: false;
            referencedRelation: 'refunds';
            referencedColumns: ['id'];
          },
        ];
      };
      removed_gallery_files: {
        Row: { name: string };
        Insert: { name: string };
        Update: { name?: string };
        Relationships: [];
      };
      retention: {
        Row: { keep_days: number; kind: string; least_days: number };
        Insert: { keep_days: number; kind: string; least_days: number };
        Update: { keep_days?: number; kind?: string; least_days?: number };
        Relationships: [];
      };
      reviews: {
        Row: {
          booking_id: string | null;
          comment: string | null;
          created_at: string;
          customer_name: string;
          id: string;
          is_approved: boolean;
          is_held_back: boolean;
          photo_height: number | null;
          photo_name: string | null;
          photo_url: string | null;
          photo_width: number | null;
          rating: number;
          replied_at: string | null;
          reply: string | null;
          service_name: string | null;
        };
        Insert: {
          booking_id?: string | null;
          comment?: string | null;
          created_at?: string;
          customer_name: string;
          id?: string;
          is_approved?: boolean;
          is_held_back?: boolean;
          photo_height?: number | null;
          photo_name?: string | null;
          photo_url?: string | null;
          photo_width?: number | null;
          rating: number;
          replied_at?: string | null;
          reply?: string | null;
          service_name?: string | null;
        };
        Update: {
          booking_id?: string | null;
          comment?: string | null;
          created_at?: string;
          customer_name?: string;
          id?: string;
          is_approved?: boolean;
          is_held_back?: boolean;
          photo_height?: number | null;
          photo_name?: string | null;
          photo_url?: string | null;
          photo_width?: number | null;
          rating?: number;
          replied_at?: string | null;
          reply?: string | null;
          service_name?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: 'reviews_booking_id_fkey';
            columns: ['booking_id'];
            isOneToOne: false;
            referencedRelation: 'bookings';
            referencedColumns: ['id'];
          },
        ];
      };
      service_area: {
        Row: { created_at: string; prefix: string };
        Insert: { created_at?: string; prefix: string };
        Update: { created_at?: string; prefix?: string };
        Relationships: [];
      };
      slot_claims: {
        Row: {
          booking_id: string | null;
          created_at: string;
          crew: number | null;
          during: unknown;
          expires_at: string | null;
          holder_hash: string | null;
          id: string;
          latitude: number | null;
          local_date: string;
          longitude: number | null;
          offer_id: string | null;
          reason: string | null;
          service_name: string | null;
        };
        Insert: {
          booking_id?: string | null;
          created_at?: string;
          crew?: number | null;
          during: unknown;
          expires_at?: string | null;
          holder_hash?: string | null;
          id?: string;
          latitude?: number | null;
          longitude?: number | null;
          offer_id?: string | null;
          reason?: string | null;
          service_name?: string | null;
        };
        Update: {
          booking_id?: string | null;
          created_at?: string;
          crew?: number | null;
          during?: unknown;
          expires_at?: string | null;
          holder_hash?: string | null;
          id?: string;
          latitude?: number | null;
          longitude?: number | null;
          offer_id?: string | null;
          reason?: string | null;
          service_name?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: 'slot_claims_booking_id_fkey';
            columns: ['booking_id'];
            isOneToOne: true;
            referencedRelation: 'bookings';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'slot_claims_offer_id_fkey';
            columns: ['offer_id'];
            isOneToOne: true;
            referencedRelation: 'offered_times';
            referencedColumns: ['id'];
          },
        ];
      };
      stripe_events: {
        Row: { id: string; received_at: string; type: string };
        Insert: { id: string; received_at?: string; type: string };
        Update: { id?: string; received_at?: string; type?: string };
        Relationships: [];
      };
      swap_answers: {
        Row: {
          agreed_at: string | null;
          booking_id: string;
          is_open: boolean;
          new_time: string;
          old_time: string;
          proposal_id: string;
          token_hash: string;
        };
        Insert: {
          agreed_at?: string | null;
          booking_id: string;
          is_open?: boolean;
          new_time: string;
          old_time: string;
          proposal_id: string;
          token_hash: string;
        };
        Update: {
          agreed_at?: string | null;
          booking_id?: string;
          is_open?: boolean;
          new_time?: string;
          old_time?: string;
          proposal_id?: string;
          token_hash?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'swap_answers_booking_id_fkey';
            columns: ['booking_id'];
            isOneToOne: false;
            referencedRelation: 'bookings';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'swap_answers_proposal_id_fkey';
            columns: ['proposal_id'];
            isOneToOne: false;
            referencedRelation: 'swap_proposals';
            referencedColumns: ['id'];
          },
        ];
      };
      swap_proposals: {
        Row: {
          claim_id: string | null;
          created_at: string;
          day: string;
          expires_at: string;
          id: string;
          outcome: 'swapped' | 'declined' | 'withdrawn' | 'expired' | 'impossible' | null;
          saved_minutes: number;
        };
        Insert: {
          claim_id?: string | null;
          created_at?: string;
          day: string;
          expires_at: string;
          id?: string;
          outcome?: 'swapped' | 'declined' | 'withdrawn' | 'expired' | 'impossible' | null;
          saved_minutes: number;
        };
        Update: {
          claim_id?: string | null;
          created_at?: string;
          day?: string;
          expires_at?: string;
          id?: string;
          outcome?: 'swapped' | 'declined' | 'withdrawn' | 'expired' | 'impossible' | null;
          saved_minutes?: number;
        };
        Relationships: [];
      };
      text_consents: {
        Row: {
          address_mark: string | null;
          booking_id: string | null;
          given_at: string;
          given_by: string | null;
          given_in: 'booking_form' | 'waiting_list' | 'my_bookings' | 'phone_call' | 'text_reply';
          id: string;
          phone: string;
          waiting_id: string | null;
          withdrawn_at: string | null;
          withdrawn_in: 'text_reply' | 'my_bookings' | 'owner' | 'service' | null;
          wording: string;
        };
        Insert: {
          address_mark?: string | null;
          booking_id?: string | null;
          given_at?: string;
          given_by?: string | null;
          given_in: 'booking_form' | 'waiting_list' | 'my_bookings' | 'phone_call' | 'text_reply';
          id?: string;
          phone: string;
          waiting_id?: string | null;
          withdrawn_at?: string | null;
          withdrawn_in?: 'text_reply' | 'my_bookings' | 'owner' | 'service' | null;
          wording: string;
        };
        Update: {
          address_mark?: string | null;
          booking_id?: string | null;
          given_at?: string;
          given_by?: string | null;
          given_in?: 'booking_form' | 'waiting_list' | 'my_bookings' | 'phone_call' | 'text_reply';
          id?: string;
          phone?: string;
          waiting_id?: string | null;
          withdrawn_at?: string | null;
          withdrawn_in?: 'text_reply' | 'my_bookings' | 'owner' | 'service' | null;
          wording?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'text_consents_booking_id_fkey';
            columns: ['booking_id'];
            isOneToOne: false;
            referencedRelation: 'bookings';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'text_consents_waiting_id_fkey';
            columns: ['waiting_id'];
            isOneToOne: false;
            referencedRelation: 'waiting_list';
            referencedColumns: ['id'];
          },
        ];
      };
      text_outbox: {
        Row: {
          attempts: number;
          begun_at: string | null;
          body: string;
          booking_id: string | null;
          created_at: string;
          data: Json;
          delivered_at: string | null;
          error_code: number | null;
          id: string;
          key: string;
          kind: string;
          last_error: string | null;
          locked_until: string | null;
          next_attempt_at: string;
          phone: string;
          provider_id: string | null;
          segments: number;
          sent_at: string | null;
          status: 'queued' | 'sent' | 'delivered' | 'failed' | 'dropped';
          waiting_id: string | null;
        };
        Insert: {
          attempts?: number;
          begun_at?: string | null;
          body?: string;
          booking_id?: string | null;
          created_at?: string;
          data?: Json;
          delivered_at?: string | null;
          error_code?: number | null;
          id?: string;
          key: string;
          kind: string;
          last_error?: string | null;
          locked_until?: string | null;
          next_attempt_at?: string;
          phone: string;
          provider_id?: string | null;
          segments?: number;
          sent_at?: string | null;
          status?: 'queued' | 'sent' | 'delivered' | 'failed' | 'dropped';
          waiting_id?: string | null;
        };
        Update: {
          attempts?: number;
          begun_at?: string | null;
          body?: string;
          booking_id?: string | null;
          created_at?: string;
          data?: Json;
          delivered_at?: string | null;
          error_code?: number | null;
          id?: string;
          key?: string;
          kind?: string;
          last_error?: string | null;
          locked_until?: string | null;
          next_attempt_at?: string;
          phone?: string;
          provider_id?: string | null;
          segments?: number;
          sent_at?: string | null;
          status?: 'queued' | 'sent' | 'delivered' | 'failed' | 'dropped';
          waiting_id?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: 'text_outbox_booking_id_fkey';
            columns: ['booking_id'];
            isOneToOne: false;
            referencedRelation: 'bookings';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'text_outbox_waiting_id_fkey';
            columns: ['waiting_id'];
            isOneToOne: false;
            referencedRelation: 'waiting_list';
            referencedColumns: ['id'];
          },
        ];
      };
      text_settings: {
        Row: {
          id: boolean;
          is_on: boolean;
          kinds: string[];
          quiet_from: string;
          quiet_until: string;
          reminder_at: string | null;
          reminder_hours: number | null;
          segments_a_day: number;
          updated_at: string;
        };
        Insert: {
          id?: boolean;
          is_on?: boolean;
          kinds?: string[];
          quiet_from?: string;
          quiet_until?: string;
          reminder_at?: string | null;
          reminder_hours?: number | null;
          segments_a_day?: number;
          updated_at?: string;
        };
        Update: {
          id?: boolean;
          is_on?: boolean;
          kinds?: string[];
          quiet_from?: string;
          quiet_until?: string;
          reminder_at?: string | null;
          reminder_hours?: number | null;
          segments_a_day?: number;
          updated_at?: string;
        };
        Relationships: [];
      };
      text_stops: {
        Row: { phone: string; stopped_at: string };
        Insert: { phone: string; stopped_at?: string };
        Update: { phone?: string; stopped_at?: string };
        Relationships: [];
      };
      time_settings: {
        Row: {
          arrival_window_minutes: number;
          buffer_minutes: number;
          crews: number;
          id: boolean;
          least_notice_minutes: number;
          move_window_days: number;
          updated_at: string;
          window_days: number;
        };
        Insert: {
          arrival_window_minutes?: number;
          buffer_minutes?: number;
          crews?: number;
          id?: boolean;
          least_notice_minutes?: number;
          move_window_days?: number;
          updated_at?: string;
          window_days?: number;
        };
        Update: {
          arrival_window_minutes?: number;
          buffer_minutes?: number;
          crews?: number;
          id?: boolean;
          least_notice_minutes?: number;
          move_window_days?: number;
          updated_at?: string;
          window_days?: number;
        };
        Relationships: [];
      };
      travel_settings: {
        Row: {
          back_by: string;
          base_postal_code: string | null;
          id: boolean;
          is_on: boolean;
          least_minutes: number;
          leaves_at: string;
          nearby_discount_cents: number;
          nearby_minutes: number | null;
          packing_minutes: number;
          road_factor: number;
          setup_minutes: number;
          speed_kmh: number;
          swap_minutes: number | null;
          updated_at: string;
          ways_at: string | null;
        };
        Insert: {
          back_by?: string;
          base_postal_code?: string | null;
          id?: boolean;
          is_on?: boolean;
          least_minutes?: number;
          leaves_at?: string;
          nearby_discount_cents?: number;
          nearby_minutes?: number | null;
          packing_minutes?: number;
          road_factor?: number;
          setup_minutes?: number;
          speed_kmh?: number;
          swap_minutes?: number | null;
          updated_at?: string;
          ways_at?: string | null;
        };
        Update: {
          back_by?: string;
          base_postal_code?: string | null;
          id?: boolean;
          is_on?: boolean;
          least_minutes?: number;
          leaves_at?: string;
          nearby_discount_cents?: number;
          nearby_minutes?: number | null;
          packing_minutes?: number;
          road_factor?: number;
          setup_minutes?: number;
          speed_kmh?: number;
          swap_minutes?: number | null;
          updated_at?: string;
          ways_at?: string | null;
        };
        Relationships: [];
      };
      travel_ways: {
        Row: {
          asked_at: string;
          metres: number | null;
          one_place: number;
          other_place: number;
          seconds: number | null;
        };
        Insert: {
          asked_at?: string;
          metres?: number | null;
          one_place: number;
          other_place: number;
          seconds?: number | null;
        };
        Update: {
          asked_at?: string;
          metres?: number | null;
          one_place?: number;
          other_place?: number;
          seconds?: number | null;
        };
        Relationships: [];
      };
      unanswered_questions: {
        Row: { asked: number; id: string; last_day: string; words: string };
        Insert: { asked?: number; id?: string; last_day: string; words: string };
        Update: { asked?: number; id?: string; last_day?: string; words?: string };
        Relationships: [];
      };
      visit_links: {
        Row: {
          booking_id: string;
          created_at: string;
          expires_at: string | null;
          id: string;
          token_hash: string;
          told_date: string;
          told_time: string;
        };
        Insert: {
          booking_id: string;
          created_at?: string;
          expires_at?: string | null;
          id?: string;
          token_hash: string;
          told_date: string;
          told_time: string;
        };
        Update: {
          booking_id?: string;
          created_at?: string;
          expires_at?: string | null;
          id?: string;
          token_hash?: string;
          told_date?: string;
          told_time?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'visit_links_booking_id_fkey';
            columns: ['booking_id'];
            isOneToOne: false;
            referencedRelation: 'bookings';
            referencedColumns: ['id'];
          },
        ];
      };
      visit_pairs: {
        Row: {
          added_at: string;
          after_id: string | null;
          before_id: string | null;
          booking_id: string;
        };
        Insert: {
          added_at?: string;
          after_id?: string | null;
          before_id?: string | null;
          booking_id: string;
        };
        Update: {
          added_at?: string;
          after_id?: string | null;
          before_id?: string | null;
          booking_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'visit_pairs_after_id_fkey';
            columns: ['after_id'];
            isOneToOne: false;
            referencedRelation: 'gallery_photos';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'visit_pairs_before_id_fkey';
            columns: ['before_id'];
            isOneToOne: false;
            referencedRelation: 'gallery_photos';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'visit_pairs_booking_id_fkey';
            columns: ['booking_id'];
            isOneToOne: true;
            referencedRelation: 'bookings';
            referencedColumns: ['id'];
          },
        ];
      };
      waiting_list: {
        Row: {
          add_ons: Json | null;
          booked_at: string | null;
          booking_id: string | null;
          created_at: string;
          day: string;
          duration_minutes: number;
          email: string;
          id: string;
          left_at: string | null;
          name: string;
          phone: string;
          postal_code: string | null;
          service_id: string;
          service_name: string;
          vehicle_type: string;
        };
        Insert: {
          add_ons?: Json | null;
          booked_at?: string | null;
          booking_id?: string | null;
          created_at?: string;
          day: string;
          duration_minutes: number;
          email: string;
          id?: string;
          left_at?: string | null;
          name: string;
          phone: string;
          postal_code?: string | null;
          service_id: string;
          service_name: string;
          vehicle_type: string;
        };
        Update: {
          add_ons?: Json | null;
          booked_at?: string | null;
          booking_id?: string | null;
          created_at?: string;
          day?: string;
          duration_minutes?: number;
          email?: string;
          id?: string;
          left_at?: string | null;
          name?: string;
          phone?: string;
          postal_code?: string | null;
          service_id?: string;
          service_name?: string;
          vehicle_type?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'waiting_list_booking_id_fkey';
            columns: ['booking_id'];
            isOneToOne: false;
            referencedRelation: 'bookings';
            referencedColumns: ['id'];
          },
        ];
      };
      website_texts: {
        Row: {
          body: Json | null;
          name: 'chat_answers' | 'privacy' | 'terms' | 'cancellation';
          revision: number;
        };
        Insert: {
          body?: Json | null;
          name: 'chat_answers' | 'privacy' | 'terms' | 'cancellation';
          revision?: number;
        };
        Update: {
          body?: Json | null;
          name?: 'chat_answers' | 'privacy' | 'terms' | 'cancellation';
          revision?: number;
        };
        Relationships: [];
      };
    };
    Views: {
      booked_slots: {
        Row: {
          booking_date: string | null;
          booking_time: string | null;
          crew: number | null;
          duration_minutes: number | null;
          service_name: string | null;
        };
        Relationships: [];
      };
    };
    Functions: {
      add_booking_photo: {
        Args: { email?: string | null; target_booking_id: string };
        Returns: string;
      };
      add_condition_mark: {
        Args: {
          happened_at?: string | null;
          kind: string;
          mark_id: string;
          note?: string;
          part: string;
          target_booking_id: string;
          x: number;
          y: number;
        };
        Returns: undefined;
      };
      add_crew: { Args: { name: string }; Returns: number };
      add_crew_member: { Args: { crew: number; email: string }; Returns: undefined };
      add_pair_to_gallery: {
        Args: {
          after_url: string;
          before_url: string;
          description: string;
          target_booking_id: string;
        };
        Returns: undefined;
      };
      add_time_off: {
        Args: {
          crew?: number | null;
          from_day: string;
          from_time: string | null;
          reason: string;
          until_day: string;
          until_time: string | null;
        };
        Returns: Json;
      };
      add_work_photo: {
        Args: { photo_id: string; photo_kind: string; target_booking_id: string };
        Returns: undefined;
      };
      address_to_find: { Args: Record<PropertyKey, never>; Returns: Json };
      answer_inquiry: {
        Args: { message: string; request_id: string; target_inquiry_id: string };
        Returns: undefined;
      };
      answer_swap: { Args: { agrees: boolean; token: string }; Returns: Json };
      apply_dispute: {
        Args: {
          event_id: string;
          event_type: string;
          payment_intent_id: string;
          report: Json;
          reported_at: string;
        };
        Returns: Json;
      };
      apply_payment_event: {
        Args: {
          amount_cents: number;
          detail: Json;
          event_id: string;
          event_type: string;
          payment_intent_id: string;
          target_booking_id: string | null;
        };
        Returns: Json;
      };
      ask_photo_consent: { Args: { target_booking_id: string }; Returns: undefined };
      attach_payment: {
        Args: {
          acting_admin: string;
          cents: number;
          intent_id: string;
          proven?: boolean;
          target_booking_id: string;
          target_finding_id: string;
        };
        Returns: Json;
      };
      balance_of_link: { Args: { token: string }; Returns: Json };
      begin_balance: {
        Args: {
          amount_cents: number;
          payment_intent_id: string;
          target_booking_id: string;
          tip_cents: number;
        };
        Returns: undefined;
      };
      begin_payment: {
        Args: { amount_cents: number; payment_intent_id: string; target_booking_id: string };
        Returns: undefined;
      };
      begin_text: {
        Args: { as_of?: string; segment_count: number; text_id: string; words: string };
        Returns: string;
      };
      book_by_phone: { Args: { acting_admin: string; booking: Json }; Returns: string };
      booking_details: {
        Args: { email?: string | null; target_booking_ids: readonly string[] };
        Returns: Json;
      };
      booking_for_payment: { Args: { target_booking_id: string }; Returns: Json };
      booking_of_entry: { Args: { target_calendar_uid: string }; Returns: string };
      booking_of_number: { Args: { email: string; number: string }; Returns: string };
      booking_page: { Args: { target_booking_id: string }; Returns: Json };
      booking_photo_link: {
        Args: { email?: string | null; target_booking_id: string };
        Returns: string;
      };
      booking_photo_links: {
        Args: { email?: string | null; target_booking_ids: readonly string[] };
        Returns: Json;
      };
      booking_receipt: { Args: { target_booking_id: string }; Returns: Json };
      bookings_to_attach: { Args: { search: string }; Returns: Json };
      business_history: { Args: { batch?: number; before?: number | null }; Returns: Json };
      business_page: { Args: Record<PropertyKey, never>; Returns: Json };
      calendar_feeds: { Args: Record<PropertyKey, never>; Returns: Json };
      calendar_range: { Args: { from_day: string; until_day: string }; Returns: Json };
      change_crew: { Args: { crew: number; target_booking_id: string }; Returns: undefined };
      change_opening_rules: {
        Args: { basis?: string | null; changes: Json; is_preview?: boolean };
        Returns: Json;
      };
      change_travel: {
        Args: { changes: Json; is_preview?: boolean; seen?: Json | null };
        Returns: Json;
      };
      change_visit: {
        Args: {
          acting_admin: string;
          anyway: boolean;
          only_preview?: boolean;
          sale: Json;
          seen: Json;
          target_booking_id: string;
        };
        Returns: Json;
      };
      choose_mail: { Args: { secret: string; wanted?: boolean | null }; Returns: Json };
      choose_photo_consent: { Args: { agrees: boolean; secret: string }; Returns: Json };
      choose_rain_time: { Args: { offer_id: string; token: string }; Returns: Json };
      choose_rain_time_for: { Args: { answer_id: string; offer_id: string }; Returns: undefined };
      choose_texts: {
        Args: { email?: string | null; target_booking_id: string; wanted?: boolean | null };
        Returns: Json;
      };
      claim_mail: {
        Args: { batch: number; lease_seconds: number };
        Returns: Database['public']['Tables']['mail_outbox']['Row'][];
      };
      correct_booking: {
        Args: { changes: Json; target_booking_id: string; was: Json };
        Returns: Json;
      };
      correct_mileage: {
        Args: { crew: number; day: string; kilometres?: number | null };
        Returns: undefined;
      };
      coupon_offer: {
        Args: { code: string; holder_token?: string | null; own_booking_id?: string | null };
        Returns: Json;
      };
      coupon_refusal: { Args: { code: string }; Returns: string };
      coupon_uses: { Args: { codes: readonly string[] }; Returns: Json };
      create_calendar_feed: { Args: { label: string }; Returns: Json };
      create_recovery_codes: { Args: Record<PropertyKey, never>; Returns: string[] };
      crew_after_move: {
        Args: { new_date: string; new_time: string; target_booking_id: string };
        Returns: number;
      };
      crew_cash: { Args: Record<PropertyKey, never>; Returns: Json };
      crew_days: { Args: Record<PropertyKey, never>; Returns: Json };
      crew_visits_to_keep: { Args: Record<PropertyKey, never>; Returns: Json };
      crews_for_visit: { Args: { target_booking_id: string }; Returns: Json };
      crews_page: { Args: Record<PropertyKey, never>; Returns: Json };
      current_business: { Args: Record<PropertyKey, never>; Returns: Json };
      customer_bookings: {
        Args: { batch?: number; before?: Json | null; target_email: string };
        Returns: Json;
      };
      customer_data: {
        Args: {
          other_accounts?: readonly string[];
          target_email?: string | null;
          target_phone?: string | null;
        };
        Returns: Json;
      };
      customer_page: {
        Args: { target_email?: string | null; target_phone?: string | null };
        Returns: Json;
      };
      decline_rain_times: { Args: { token: string }; Returns: Json };
      decline_waiting_offer: { Args: { leave: boolean; token: string }; Returns: Json };
      delete_expired: { Args: { batch?: number }; Returns: number };
      delete_held_back_inquiries: { Args: { up_to: string }; Returns: number };
      delete_held_back_inquiry: { Args: { target_inquiry_id: string }; Returns: undefined };
      delete_my_account: { Args: Record<PropertyKey, never>; Returns: undefined };
      delete_unanswered_question: { Args: { question_id: string }; Returns: undefined };
      do_visit_operation: {
        Args: {
          based_on?: Json;
          input?: Json;
          kind: string;
          operation_key: string;
          target_booking_id: string;
        };
        Returns: Json;
      };
      drop_mail: { Args: { mail_id: string }; Returns: undefined };
      end_time_off: { Args: { claim_ids: readonly string[] }; Returns: undefined };
      enqueue_mail: {
        Args: {
          mail_data: Json;
          mail_key: string;
          recipient: string;
          target_booking_id: string;
          template: string;
        };
        Returns: undefined;
      };
      erase_customer: {
        Args: {
          other_accounts?: readonly string[];
          target_email?: string | null;
          target_phone?: string | null;
        };
        Returns: undefined;
      };
      example_drive: {
        Args: { changes?: Json; from_postal_code: string; to_postal_code: string };
        Returns: Json;
      };
      expire_offers: { Args: Record<PropertyKey, never>; Returns: number };
      export_bookings: {
        Args: { after?: Json | null; batch?: number; from_day: string; until_day: string };
        Returns: Json;
      };
      export_payments: {
        Args: { after?: Json | null; batch?: number; from_day: string; until_day: string };
        Returns: Json;
      };
      extend_hold: {
        Args: {
          hold_minutes: number;
          max_extensions: number;
          max_open_holds: number;
          max_open_holds_of_email?: number;
          target_booking_id: string;
        };
        Returns: Json;
      };
      find_all_customers: {
        Args: { batch?: number; before?: Json | null; search?: string };
        Returns: Json;
      };
      find_bookings: {
        Args: {
          batch?: number;
          beyond?: Json | null;
          from_day?: string | null;
          search?: string;
          soonest_first?: boolean;
          statuses?: readonly string[] | null;
          until_day?: string | null;
        };
        Returns: Json;
      };
      find_callers: { Args: { of_booking?: string | null; search?: string }; Returns: Json };
      find_customers: {
        Args: { batch?: number; before?: Json | null; search?: string };
        Returns: Json;
      };
      find_inquiries: {
        Args: { batch?: number; before?: Json | null; wanted?: string };
        Returns: Json;
      };
      find_phone_customers: {
        Args: { batch?: number; before?: Json | null; search?: string };
        Returns: Json;
      };
      finding_to_mend: { Args: { target_finding_id: string }; Returns: Json };
      finish_mail: { Args: { error?: string | null; mail_id: string }; Returns: undefined };
      finish_text: {
        Args: {
          as_of?: string;
          error?: string | null;
          error_code?: number | null;
          outcome: string;
          provider_id?: string | null;
          text_id: string;
        };
        Returns: undefined;
      };
      forget_booking_photos: { Args: { photo_ids: readonly string[] }; Returns: undefined };
      forget_gallery_files: { Args: { names: readonly string[] }; Returns: undefined };
      forget_old_operations: { Args: Record<PropertyKey, never>; Returns: number };
      forget_old_texts: { Args: Record<PropertyKey, never>; Returns: number };
      forget_old_waiting: { Args: Record<PropertyKey, never>; Returns: number };
      forget_old_ways: { Args: Record<PropertyKey, never>; Returns: number };
      forget_old_work: { Args: Record<PropertyKey, never>; Returns: number };
      forget_unpaid_bookings: { Args: { batch: number }; Returns: number };
      gallery_files_to_delete: { Args: Record<PropertyKey, never>; Returns: string[] };
      hand_over_payment: {
        Args: { in_words: string; input: Json; operation_key: string; visit: string };
        Returns: undefined;
      };
      hold_slot: {
        Args: {
          booking: Json;
          hold_minutes: number;
          max_open_holds: number;
          max_open_holds_of_email?: number;
        };
        Returns: Json;
      };
      holds_being_paid: {
        Args: {
          account: string | null;
          email: string | null;
          holder_token: string | null;
          named_booking_id: string | null;
          named_email?: string | null;
        };
        Returns: string[];
      };
      holds_booking_photo: { Args: { email?: string | null; photo_id: string }; Returns: boolean };
      inquiry_page: { Args: { target_inquiry_id: string }; Returns: Json };
      invite_crew_member: { Args: { crew: number; email: string }; Returns: boolean };
      is_admin: { Args: Record<PropertyKey, never>; Returns: boolean };
      join_waiting_list: { Args: { entry: Json }; Returns: undefined };
      keep_found_place: {
        Args: {
          latitude: number;
          longitude: number;
          postal_code: string;
          street: string;
          target_booking_id: string;
        };
        Returns: boolean;
      };
      keep_hold_for_payment: {
        Args: { hold_minutes: number; most_minutes?: number | null; payment_intent_id: string };
        Returns: boolean;
      };
      keep_mileage: { Args: Record<PropertyKey, never>; Returns: number };
      keep_unanswered_question: { Args: { question: string }; Returns: undefined };
      keep_ways: { Args: { hub: number; ways: Json }; Returns: number };
      link_shows_photo: { Args: { photo_id: string; secret: string }; Returns: boolean };
      mail_offer_stands: { Args: { mail_id: string }; Returns: boolean };
      mark_done: { Args: { target_booking_id: string }; Returns: undefined };
      mark_inquiry: { Args: { new_status: string; target_inquiry_id: string }; Returns: string };
      mark_no_show: { Args: { target_booking_id: string }; Returns: undefined };
      mark_rain_day: {
        Args: {
          day_part: string;
          hours: number;
          on_day: string;
          plan: Json;
          seen: readonly string[];
        };
        Returns: string;
      };
      mend_finding: {
        Args: {
          acting_admin: string;
          method?: string | null;
          note: string | null;
          step: string;
          target_finding_id: string;
        };
        Returns: boolean;
      };
      mileage_log: { Args: { from_day: string; until_day: string }; Returns: Json };
      money_report: { Args: { from_day: string; until_day: string }; Returns: Json };
      move_booking: {
        Args: { anyway?: boolean; new_date: string; new_time: string; target_booking_id: string };
        Returns: undefined;
      };
      my_crew: { Args: Record<PropertyKey, never>; Returns: number };
      my_data: { Args: Record<PropertyKey, never>; Returns: Json };
      nearby_starts_for: {
        Args: {
          duration_minutes: number;
          offer_token?: string | null;
          own_booking_id?: string | null;
          own_offer_id?: string | null;
          postal_code: string;
          service: string;
          starts: Json;
        };
        Returns: Json;
      };
      next_text: { Args: { as_of?: string; lease_seconds?: number }; Returns: Json };
      note_text_status: {
        Args: {
          as_of?: string;
          code?: number | null;
          message_id: string;
          reported: string;
          text_id: string;
        };
        Returns: undefined;
      };
      note_unmatched_intent: {
        Args: { detail: Json; intent_id: string; target_booking_id: string | null; why: string };
        Returns: undefined;
      };
      offer_freed_time: {
        Args: { hold_minutes: number; start_time: string; target_waiting_id: string };
        Returns: boolean;
      };
      open_balance: { Args: { email?: string | null; target_booking_id: string }; Returns: string };
      open_balance_of_visit: { Args: { token: string }; Returns: string };
      open_visit: { Args: { email?: string | null; target_booking_id: string }; Returns: string };
      opening_rules: { Args: Record<PropertyKey, never>; Returns: Json };
      own_hold: {
        Args: { account: string | null; holder_token: string | null; named_booking_id: string };
        Returns: string;
      };
      owner_dashboard: { Args: Record<PropertyKey, never>; Returns: Json };
      owner_needs: { Args: Record<PropertyKey, never>; Returns: Json };
      owner_route: { Args: { day: string }; Returns: Json };
      payment_disputes: { Args: Record<PropertyKey, never>; Returns: Json };
      payments_to_look_at: { Args: { batch?: number; before?: Json | null }; Returns: Json };
      payments_to_reconcile: {
        Args: { batch: number; older_than_seconds: number };
        Returns: { payment_intent_id: string; booking_id: string; hold_lapsed: boolean }[];
      };
      phone_customer_page: { Args: { target_name: string; target_phone: string }; Returns: Json };
      photos_of_link: { Args: { secret: string }; Returns: Json };
      postpone_mail: { Args: { error: string; mail_id: string }; Returns: undefined };
      propose_swap: {
        Args: { first_booking_id: string; second_booking_id: string };
        Returns: undefined;
      };
      publish_business: {
        Args: {
          administrator: string;
          areas: readonly string[];
          changes: readonly string[];
          document: Json;
          expected: number;
          restored?: number | null;
        };
        Returns: Json;
      };
      published_business: { Args: Record<PropertyKey, never>; Returns: Json };
      queue_due_mails: { Args: { as_of?: string }; Returns: number };
      queue_due_texts: { Args: { as_of?: string }; Returns: number };
      rain_day_preview: { Args: { day_part: string; on_day: string }; Returns: Json };
      rain_days_with_answers: { Args: Record<PropertyKey, never>; Returns: Json };
      rain_offer: { Args: { token: string }; Returns: Json };
      rained_out_bookings: { Args: Record<PropertyKey, never>; Returns: Json };
      read_calendar_feed: { Args: { known?: string | null; secret: string }; Returns: Json };
      receive_crew_cash: {
        Args: { payment_ids: readonly string[]; received: boolean };
        Returns: undefined;
      };
      receive_text: {
        Args: { from_phone: string; message_id: string; words: string };
        Returns: string;
      };
      record_handed_over: {
        Args: { target_booking_id?: string | null; target_finding_id: string };
        Returns: undefined;
      };
      record_payment: {
        Args: {
          amount_cents: number;
          method: string;
          request_id?: string | null;
          target_booking_id: string;
          tip_cents?: number;
        };
        Returns: Json;
      };
      record_refund: {
        Args: {
          error?: string | null;
          refund_status: string;
          stripe_refund_id: string | null;
          target_refund_id: string;
        };
        Returns: undefined;
      };
      refund_booking: {
        Args: {
          acting_admin: string;
          anyway?: boolean;
          expected_paid_cents: number;
          note?: string;
          proven?: boolean;
          refund_cents: number;
          request: string;
          target_booking_id: string;
        };
        Returns: Json;
      };
      refund_excess: {
        Args: {
          acting_admin: string;
          anyway?: boolean;
          proven?: boolean;
          target_finding_id: string;
        };
        Returns: Json;
      };
      refunds_to_send: {
        Args: { batch: number; lease_seconds: number };
        Returns: {
          id: string;
          payment_intent_id: string;
          amount_cents: number;
          booking_id: string;
        }[];
      };
      refuse_mail: { Args: { error: string; mail_id: string }; Returns: undefined };
      release_booking: {
        Args: {
          acting_admin?: string | null;
          anyway?: boolean;
          expected_paid_cents: number;
          policy_cents?: number | null;
          proven?: boolean;
          reason: string;
          refund_cents: number;
          target_booking_id: string;
        };
        Returns: Json;
      };
      remove_booking_photo: {
        Args: { email?: string | null; photo_id: string };
        Returns: undefined;
      };
      remove_condition_mark: {
        Args: { is_removed?: boolean; mark_id: string };
        Returns: undefined;
      };
      remove_crew: { Args: { crew: number }; Returns: undefined };
      remove_crew_member: { Args: { member_id: string }; Returns: undefined };
      remove_from_waiting_list: { Args: { target_waiting_id: string }; Returns: undefined };
      remove_pair_from_gallery: { Args: { target_booking_id: string }; Returns: undefined };
      remove_work_photo: { Args: { photo_id: string }; Returns: undefined };
      removed_booking_photos: { Args: Record<PropertyKey, never>; Returns: string[] };
      reopen_outside_payment: { Args: { target_finding_id: string }; Returns: undefined };
      report_trouble: {
        Args: { as_of?: string; its_part: string; its_place?: string; its_reason: string };
        Returns: undefined;
      };
      require_fresh_proof: { Args: Record<PropertyKey, never>; Returns: undefined };
      resend_mail: { Args: { mail_id: string }; Returns: Json };
      restore_work_photo: { Args: { photo_id: string }; Returns: undefined };
      retention_page: { Args: Record<PropertyKey, never>; Returns: Json };
      retry_refund: {
        Args: {
          acting_admin: string;
          anyway?: boolean;
          proven?: boolean;
          target_finding_id: string;
        };
        Returns: Json;
      };
      review_counts: { Args: Record<PropertyKey, never>; Returns: Json };
      review_rating: { Args: Record<PropertyKey, never>; Returns: Json };
      revoke_calendar_feed: { Args: { feed_id: string }; Returns: undefined };
      save_booking_more: {
        Args: { email?: string | null; more: Json; target_booking_id: string };
        Returns: Json;
      };
      save_booking_note: {
        Args: { note: string; target_booking_id: string; version: number };
        Returns: Json;
      };
      save_business_draft: { Args: { draft: Json; expected: number }; Returns: Json };
      save_crew: { Args: { crew: number; ways: Json }; Returns: undefined };
      save_customer_note: {
        Args: { new_note: string; target_email: string; version?: number | null };
        Returns: Json;
      };
      save_phone_customer_note: {
        Args: {
          new_note: string;
          target_name: string;
          target_phone: string;
          version?: number | null;
        };
        Returns: Json;
      };
      scan_payments: { Args: { batch?: number }; Returns: number };
      search_everything: { Args: { term: string }; Returns: Json };
      second_factor_status: { Args: Record<PropertyKey, never>; Returns: Json };
      send_booking_message: {
        Args: { message: string; request_id: string; target_booking_id: string };
        Returns: undefined;
      };
      send_payment_link: { Args: { target_booking_id: string }; Returns: Json };
      send_rain_times: {
        Args: { target_booking_id: string; target_rain_day_id: string; times: Json };
        Returns: undefined;
      };
      set_info_email: { Args: { address: string }; Returns: undefined };
      set_on_my_way: {
        Args: { minutes?: number | null; target_booking_id: string };
        Returns: Json;
      };
      set_second_factor_required: { Args: { required: boolean }; Returns: undefined };
      set_work_began: { Args: { target_booking_id: string }; Returns: undefined };
      settle_payment: {
        Args: {
          amount_cents: number;
          event_id?: string | null;
          payment_intent_id: string;
          target_booking_id: string;
        };
        Returns: Json;
      };
      settle_rain_answer: { Args: { answer_id: string }; Returns: undefined };
      sign_in_methods: { Args: Record<PropertyKey, never>; Returns: string[] };
      swap_offer: { Args: { token: string }; Returns: Json };
      take_back_rain_day: { Args: { rain_day_id: string }; Returns: undefined };
      take_payment_sweep: { Args: { every_seconds: number }; Returns: boolean };
      text_offer: { Args: { how?: string }; Returns: string };
      texts_today: { Args: Record<PropertyKey, never>; Returns: Json };
      tick_item: {
        Args: {
          happened_at?: string | null;
          is_ticked: boolean;
          item: string;
          target_booking_id: string;
          tick_id: string;
        };
        Returns: undefined;
      };
      time_page: { Args: Record<PropertyKey, never>; Returns: Json };
      times_taken_for: {
        Args: {
          from_day: string;
          offer_token?: string | null;
          own_booking_id?: string | null;
          own_offer_id?: string | null;
          postal_code: string;
          service?: string | null;
          until_day: string;
        };
        Returns: Json;
      };
      times_taken_for_visit: {
        Args: { from_day: string; target_booking_id: string; until_day: string };
        Returns: Json;
      };
      travel_page: { Args: Record<PropertyKey, never>; Returns: Json };
      travel_service_failed: { Args: { service: string }; Returns: number };
      unanswered_questions: { Args: Record<PropertyKey, never>; Returns: Json };
      undo_on_my_way: { Args: { target_booking_id: string }; Returns: Json };
      undo_payment: { Args: { target_payment_id: string }; Returns: Json };
      undo_visit_mark: { Args: { target_booking_id: string }; Returns: undefined };
      undo_work_began: { Args: { target_booking_id: string }; Returns: undefined };
      unrecorded_intents: { Args: { intent_ids: readonly string[] }; Returns: string[] };
      unrecorded_refunds: { Args: { seen: Json }; Returns: string[] };
      unused_photos: {
        Args: Record<PropertyKey, never>;
        Returns: { bucket_id: string; name: string }[];
      };
      use_recovery_code: { Args: { code: string }; Returns: boolean };
      visit_photo_link: { Args: { visit_token: string }; Returns: string };
      visit_report: { Args: { from_day: string; until_day: string }; Returns: Json };
      visit_status: { Args: { token: string }; Returns: Json };
      visit_work: { Args: { target_booking_id: string }; Returns: Json };
      visits_to_keep: { Args: Record<PropertyKey, never>; Returns: Json };
      waiting_list_of_days: { Args: { batch?: number; from_day: string }; Returns: Json };
      waiting_offer: { Args: { token: string }; Returns: Json };
      waiting_to_be_offered: { Args: Record<PropertyKey, never>; Returns: Json };
      ways_to_ask: { Args: { most?: number }; Returns: Json };
      withdraw_crew_invitation: { Args: { email: string }; Returns: undefined };
      withdraw_swap: { Args: { proposal_id: string }; Returns: undefined };
    };
    Enums: { [_ in never]: never };
    CompositeTypes: { [_ in never]: never };
  };
};
