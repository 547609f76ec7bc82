import { Component, inject } from "@angular/core";
import { FormControl, FormGroup, ReactiveFormsModule, Validators } from "@angular/forms";
import { MatButtonModule } from "@angular/material/button";
import { MAT_DIALOG_DATA, MatDialogModule, MatDialogRef } from "@angular/material/dialog";
import { MatFormFieldModule } from "@angular/material/form-field";
import { MatInputModule } from "@angular/material/input";
import { MatSelectModule } from "@angular/material/select";

@Component({
  selector: "edit-airport",
  imports: [MatButtonModule, MatDialogModule, MatFormFieldModule, MatInputModule, MatSelectModule, ReactiveFormsModule],
  template: `
    <h2 mat-dialog-title>{{ airport.code ? "Airport " + airport.code : "New airport" }}</h2>
    <form [formGroup]="form" (ngSubmit)="save()">
      <mat-dialog-content>
        <mat-form-field><mat-label>Name</mat-label><input matInput formControlName="name">@if (form.controls.name.invalid) {<mat-error>A name is needed</mat-error>}</mat-form-field>
        <mat-form-field><mat-label>City</mat-label><input matInput formControlName="city"><mat-hint>As on the ticket</mat-hint></mat-form-field>
        <mat-form-field><mat-label>Status</mat-label><mat-select formControlName="status">@for (name of ["Open", "Delays", "Closed"]; track name) {<mat-option [value]="name">{{ name }}</mat-option>}</mat-select></mat-form-field>
      </mat-dialog-content>
      <mat-dialog-actions align="end"><button mat-button type="button" mat-dialog-close>Cancel</button><button mat-flat-button type="submit">Save</button></mat-dialog-actions>
    </form>`,
})
export class EditAirport {
  airport = inject(MAT_DIALOG_DATA);
  dialog = inject(MatDialogRef);
  form = new FormGroup({
    name: new FormControl(this.airport.name, Validators.required),
    city: new FormControl(this.airport.city),
    status: new FormControl(this.airport.status),
  });

  save() {
    this.form.markAllAsTouched();
    if (this.form.valid) this.dialog.close(this.form.value);
  }
}
