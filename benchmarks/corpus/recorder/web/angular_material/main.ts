import "@angular/compiler";
import "@angular/material/prebuilt-themes/azure-blue.css";
import { provideZonelessChangeDetection } from "@angular/core";
import { bootstrapApplication } from "@angular/platform-browser";
import { AirportsApp } from "./airports";

bootstrapApplication(AirportsApp, { providers: [provideZonelessChangeDetection()] }).catch(console.error);
